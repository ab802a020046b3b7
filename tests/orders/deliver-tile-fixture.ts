import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeliveryThreadData } from '../../server/src/adapters/deliveries/deliver-threads.ts';
import type { OrderSettings } from '../../server/src/orders/order.ts';
import type { DeliveryJob } from '../../server/src/orders/ports.ts';
import type { TileSource, TileSpec } from '../../server/src/orders/tile.ts';
import { inZone } from '../imagery/jobs/georeferenced.ts';
import type { ImageToMake } from '../imagery/support/make-image.ts';

/** Zone 33, from 500,000 to 505,000 and from 4,995,000 to 5,000,000. */
export const cellId = 'Z33-120000022000';
export const tileFolder = 'orders/33/120000022000/2020-03-04';

const settings: OrderSettings = {
  isHd: false,
  isClipped: false,
  grid: 'source',
  rasters: ['visual', 'ms', 'pan'],
  hasDataMask: true,
  hasCloudMask: true,
};

const spec: TileSpec = {
  acquisitionId: '103001005D31F500',
  collection: 'demo',
  cellId,
  datetime: '2020-03-04T10:11:12.000000Z',
  sources: [],
  dataWkt: 'POLYGON ((15 45.11, 15.06 45.11, 15.06 45.15, 15 45.15, 15 45.11))',
  cloudWkt: 'POLYGON ((15.01 45.12, 15.02 45.12, 15.02 45.13, 15.01 45.13, 15.01 45.12))',
  gsdMetres: 10,
  ageClass: 'fresh',
  areaSqkm: 25,
  properties: { platform: 'worldview-02', gsd: 10 },
};

/** An archive, a bucket and a folder for what is on its way. */
export function createPlaces() {
  const root = mkdtempSync(join(tmpdir(), 'swath-deliver-'));
  const [archive, data, temporaryFolder] = ['archive', 'data', 'temporary'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  const bucket = join(data, 'buckets', 'demo');
  for (const folder of [archive, bucket, temporaryFolder]) mkdirSync(folder, { recursive: true });
  const threadData: DeliveryThreadData = {
    archiveRoots: [archive],
    bucketOptions: { dataFolder: data, roots: [], s3: null, mayReachPrivate: false },
    temporaryFolder,
  };
  return {
    threadData,
    bucket,
    archive,
    temporaryFolder,
    /** A raster of the archive; its location. */
    raster(name: string, bytes: Uint8Array): string {
      writeFileSync(join(archive, name), bytes);
      return join(archive, name);
    },
    /** Keys of the bucket, hidden files of uploads under way among them. */
    keys: () =>
      readdirSync(bucket, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(bucket.length + 1))
        .sort(),
    read: (key: string) => readFileSync(join(bucket, key)),
    emptyBucket(): void {
      for (const each of readdirSync(bucket)) rmSync(join(bucket, each), { recursive: true });
    },
    left: () => readdirSync(temporaryFolder),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

export type Places = ReturnType<typeof createPlaces>;

/** 10 m a pixel, so that a cell has 500 of them. */
export const coarse = (image: Partial<ImageToMake> = {}, west = 500_000, north = 5_000_000, size = 10): Buffer =>
  inZone(32633, west, north, size, { width: 500, height: 500, ...image });

export const jobOf = (
  sources: readonly TileSource[],
  changes: {
    readonly settings?: Partial<OrderSettings>;
    readonly spec?: Partial<TileSpec>;
    readonly aoi?: DeliveryJob['aoi'];
  } = {},
): DeliveryJob => ({
  spec: { ...spec, sources, ...changes.spec },
  settings: { ...settings, ...changes.settings },
  output: { target: { kind: 'named', name: 'demo' }, prefix: 'orders' },
  aoi: changes.aoi ?? null,
  access: { credentials: null, externalId: 'an organization' },
});
