import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keys } from '../../buckets/support/open-places.ts';
import { endpointOf } from '../../buckets/support/s3-place.ts';
import { findFullMaxArd } from '../../support/max-ard.ts';
import { type S3Server, findS3Server, startS3Server } from '../../support/s3-server.ts';
import { type CollectionReport, collectionPlan, wholeCollection } from './support-collections.ts';
import { placeOrder } from './support-delivery-service.ts';
import { type MaxArdService, startMaxArdService } from './support-max-ard-service.ts';

const python = findFullMaxArd();
const s3 = findS3Server();
const isHere = python !== null && s3 !== null;

describe.skipIf(!isHere)('max_ard ARDCollection over a delivery in S3', () => {
  let server: S3Server;
  let swath: MaxArdService;
  let endpoint: string;

  beforeAll(async () => {
    server = await startS3Server(s3!, ['customer', 'another']);
    endpoint = await endpointOf(server);
    swath = await startMaxArdService({
      SWATH_S3_ENDPOINT: endpoint,
      SWATH_S3_ACCESS_KEY_ID: keys.accessKeyId,
      SWATH_S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    });
  });
  afterAll(async () => {
    await swath?.stop();
    await server?.stop();
  });

  /** With nothing patched: these are the names that its libraries look at. */
  const read = (...places: Parameters<typeof collectionPlan>[1]) =>
    swath.runMaxArd<readonly CollectionReport[]>(python!, './max_ard_collection.py', collectionPlan(swath, places), {
      AWS_ENDPOINT_URL: endpoint,
      AWS_ACCESS_KEY_ID: keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
      AWS_DEFAULT_REGION: 'us-east-1',
      // GDAL's, for what rasterio and fiona open.
      AWS_S3_ENDPOINT: new URL(endpoint).host,
      AWS_HTTPS: 'NO',
      AWS_VIRTUAL_HOSTING: 'FALSE',
    });

  test('from_order: tiles, acquisitions, stacks, filters; rasters and masks open', { timeout: 120_000 }, async () => {
    const [found] = await read({ order: await placeOrder(swath, 'customer', 'deliveries/one') });
    const { described, ...report } = found!;
    expect(report).toEqual(wholeCollection);
    expect(described!.value).toMatch(/2 acquisitions\n3 tiles\nEarliest date: 2020-07-10\nLatest date: 2021-01-16/);
  });

  test('without a prefix, by the bucket and by the collection of the order', { timeout: 180_000 }, async () => {
    // Not by `from_order`: max_ard then asks for `//order_collections`.
    const order = await placeOrder(swath, 'another', '');
    const collection = `s3://another/order_collections/${order}_root_collection.json`;
    for (const { copy: _, ...report } of await read({ path: 's3://another' }, { path: collection }))
      expect(report).toEqual(wholeCollection);
  });
});
