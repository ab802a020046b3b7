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
  let [byFolder, byCollection]: readonly CollectionReport[] = [];

  beforeAll(async () => {
    swath = await startMaxArdService();
    const orderId = await placeOrder(swath, 'demo', 'deliveries/one');
    delivered = join(bucketFolder(swath, 'demo'), 'deliveries/one');
    const places = [delivered, join(delivered, `order_collections/${orderId}_root_collection.json`)];
    // Both in one process: starting it costs more than reading.
    [byFolder, byCollection] = await swath.runMaxArd<readonly CollectionReport[]>(
      python!,
      './max_ard_collection.py',
      collectionPlan(
        swath,
        places.map((path) => ({ path })),
      ),
    );
  }, 120_000);
  afterAll(() => swath?.stop());

  test('by the folder: tiles, acquisitions, stacks, filters; rasters and masks open', () => {
    const { copy, ...report } = byFolder!;
    expect(report).toEqual(wholeCollection);
    expect(copy!.value).toHaveLength(filesBelow(join(delivered, '33')).length);
  });

  test('by the collection of the order: the same', () => {
    const { copy: _, ...report } = byCollection!;
    expect(report).toEqual(wholeCollection);
  });
});
