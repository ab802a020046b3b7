import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Buckets } from '../../../../server/src/buckets/ports.ts';
import { atEndpoint, bucketsIn, keys } from '../../../buckets/support/open-places.ts';
import { endpointOf } from '../../../buckets/support/s3-place.ts';
import { pythonWithClients } from '../../../stac/support-python.ts';
import { hasStacFiles, whyNoStacFiles } from '../../../stac/support-stac-files.ts';
import { stacProblems } from '../../../stac/support-stac-schemas.ts';
import { runPython } from '../../../support/run-python.ts';
import { type S3Server, findS3Server, startS3Server } from '../../../support/s3-server.ts';
import { saySkipped } from '../../../support/say-skipped.ts';
import { claim, orderId, sha256, spec, storeOf, threeSpecs } from '../support-orders.ts';
import { type Place, createPlace, finish } from '../support-places.ts';
import { putTile } from '../support-tree.ts';

const maxArd = process.env['SWATH_TEST_MAX_ARD_PYTHON'] ?? '';
if (maxArd === '') saySkipped('max-ard', 'no max_ard: name a Python that has it in SWATH_TEST_MAX_ARD_PYTHON');
const pystac = pythonWithClients();
const s3 = findS3Server();

let place: Place;

/** An order of three tiles that has ended. */
async function deliver(buckets: Buckets, prefix: string) {
  const target = { kind: 'named', name: 'demo' } as const;
  const bucket = await buckets.open(target);
  const tiles = [];
  for (const [number, each] of threeSpecs.entries()) tiles.push(await putTile(bucket, number, each, prefix));
  bucket.close();
  const store = storeOf(threeSpecs, tiles);
  const { order } = claim(tiles);
  await finish(store.orders, buckets, claim(tiles, 1, { output: { ...order.output, prefix } }));
  expect(store.calls.ends).toMatchObject([{ state: 'SUCCEEDED' }]);
}

beforeAll(async () => {
  place = createPlace();
  await deliver(place.buckets, 'a/b');
});
afterAll(() => place.close());

const rootKey = `a/b/order_collections/${orderId}_root_collection.json`;

test.skipIf(!hasStacFiles)(`the items and collections keep to the STAC schemas${whyNoStacFiles}`, () => {
  const documents = place.keys().filter((key) => /\/\d{2}\/.*\.json$|acquisition_collections/.test(key));
  expect(documents).toHaveLength(5);
  for (const key of documents) expect(stacProblems(place.json(key))).toEqual([]);
});

type Collection = {
  readonly tiles: readonly {
    readonly acquisition: string;
    readonly cell: string;
    readonly date: string;
    readonly platform: string;
    readonly assets: Readonly<Record<string, string>>;
  }[];
  readonly stacks: number;
  readonly zones: readonly (string | number)[];
};

describe.skipIf(maxArd === '')('max_ard reads what was delivered', () => {
  const cells = ['33/120000022000', '33/120000022000', '33/120000022001'];

  let opened: readonly Collection[];
  let server: S3Server | null = null;
  afterAll(() => server?.stop());
  // All in one process: starting it costs more than opening.
  beforeAll(async () => {
    if (s3 !== null) server = await startS3Server(s3, ['demo']);
    const path = join(place.root, 'a/b');
    const days = { earliest_date: '2020-06-01', latest_date: '2022-01-01' };
    const plans = [
      { path },
      { path, filters: { acq_id_in: ['103001005D31F500'] } },
      { path, filters: days },
      { path: join(place.root, rootKey) },
      ...(server === null ? [] : plansInS3),
    ];
    const env = server === null ? process.env : await deliverToS3(server);
    opened = await runPython(maxArd, new URL('max_ard_collection.py', import.meta.url), plans, env);
  }, 120_000);

  test('from a folder', () => {
    const { tiles, stacks } = opened[0]!;
    expect([tiles.map(({ cell }) => cell), stacks]).toEqual([cells, 2]);
    expect(tiles[0]).toMatchObject({
      acquisition: '103001005D31F500',
      date: '2020-03-04',
      platform: 'worldview-02',
      assets: {
        visual: join(place.root, 'a/b/33/120000022000/2020-03-04/103001005D31F500-visual.tif'),
        extent: join(place.root, 'a/b/33/120000022000/2020-03-04/103001005D31F500-data-mask.gpkg'),
      },
    });
  });

  test('of one acquisition and some days alone', () => {
    expect(opened.slice(1, 3).map(({ tiles }) => tiles.length)).toEqual([2, 1]);
  });

  test('from the collection of the order', () => {
    const { tiles } = opened[3]!;
    expect(tiles.map(({ cell }) => cell)).toEqual(cells);
  });

  test.skipIf(s3 === null)('from an order in S3, by the order', () => {
    expect(opened[4]!.tiles.map(({ cell }) => cell)).toEqual(cells);
  });

  test.skipIf(s3 === null)('from an order in S3, by the address of its collection, without a prefix', () => {
    expect(opened[5]!.tiles.map(({ cell }) => cell)).toEqual(cells);
  });
});

const plansInS3 = [
  { order_id: orderId, output_config: { bucket: 'demo', prefix: 'a/b' } },
  // The client's own way to an order looks for `//order_collections` where there is no prefix.
  { path: `s3://demo/order_collections/${orderId}_root_collection.json` },
];

/** With a prefix and without one; what the client's libraries look at to find it. */
async function deliverToS3(server: S3Server): Promise<NodeJS.ProcessEnv> {
  const endpoint = await endpointOf(server);
  for (const prefix of ['a/b', '']) await deliver(bucketsIn(place.root, atEndpoint(endpoint)), prefix);
  return {
    ...process.env,
    AWS_ENDPOINT_URL: endpoint,
    AWS_ACCESS_KEY_ID: keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
    AWS_DEFAULT_REGION: 'us-east-1',
  };
}

describe.skipIf(pystac === null)('pystac reads what was delivered', () => {
  test('from the collection of the order down to the files', async () => {
    const plan = { path: join(place.root, rootKey) };
    const walked = await runPython<Record<string, unknown>>(
      pystac!,
      new URL('walk_collection.py', import.meta.url),
      plan,
    );
    expect(walked).toMatchObject({
      id: orderId,
      children: ['103001005D31F500', '104001005D31F500'],
      items: [
        {
          id: `33/120000022000/${spec.acquisitionId}`,
          collection: spec.acquisitionId,
          href: join(place.root, 'a/b/33/120000022000/2020-03-04/103001005D31F500-visual.tif'),
          bbox: [15.01, 45.12, 15.04, 45.14],
          datetime: '2020-03-04T10:11:12.123456+00:00',
          code: 'EPSG:32633',
          shape: [500, 500],
          checksum: `1220${sha256('visual.tif')}`,
        },
        { id: '33/120000022000/104001005D31F500' },
        { id: `33/120000022001/${spec.acquisitionId}` },
      ],
    });
  });
});
