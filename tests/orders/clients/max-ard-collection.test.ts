import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFullMaxArd } from '../../support/max-ard.ts';
import { type CollectionReport, collectionPlan, wholeCollection } from './support-collections.ts';
import { bucketFolder, filesBelow, placeOrder } from './support-delivery-service.ts';
import { type MaxArdService, startMaxArdService } from './support-max-ard-service.ts';

const python = findFullMaxArd();

describe.skipIf(python === null)('max_ard ARDCollection over a delivery in a folder', () => {
  let swath: MaxArdService;
  let delivered: string;
  let orderId: string;

  beforeAll(async () => {
    swath = await startMaxArdService();
    orderId = await placeOrder(swath, 'demo', 'deliveries/one');
    delivered = join(bucketFolder(swath, 'demo'), 'deliveries/one');
  }, 120_000);
  afterAll(() => swath?.stop());

  const read = (path: string) =>
    swath.runMaxArd<CollectionReport>(python!, './max_ard_collection.py', { ...collectionPlan(swath), path });

  test(
    'by the folder: tiles, acquisitions, stacks, filters; rasters and masks open',
    { timeout: 120_000 },
    async () => {
      const { copy, ...report } = await read(delivered);
      expect(report).toEqual(wholeCollection);
      expect(copy!.value).toHaveLength(filesBelow(join(delivered, '33')).length);
    },
  );

  test('by the collection of the order: the same', { timeout: 120_000 }, async () => {
    const { copy: _, ...report } = await read(join(delivered, `order_collections/${orderId}_root_collection.json`));
    expect(report).toEqual(wholeCollection);
  });
});
