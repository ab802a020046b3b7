import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PictureArchive } from '../../http/imagery/picture-archive.ts';
import { findGdal } from '../../imagery/support/gdal.ts';
import { pythonWithClients } from '../../stac/support-python.ts';
import { hasStacFiles, whyNoStacFiles } from '../../stac/support-stac-files.ts';
import { stacProblems } from '../../stac/support-stac-schemas.ts';
import { runPython } from '../../support/run-python.ts';
import {
  acquisitions,
  bucketFolder,
  cells,
  filesBelow,
  placeOrder,
  startDeliveryService,
} from './support-delivery-service.ts';

const python = pythonWithClients();
const gdal = findGdal();
const { wide, other } = acquisitions;

let swath: PictureArchive;
const deliveries = {
  whole: {},
  // A part of the western cell.
  clipped: {
    intersects: 'POLYGON ((15.01 45.12, 15.05 45.12, 15.03 45.14, 15.01 45.12))',
    settings: { clip_to_aoi: true },
  },
} as const;
type Delivery = keyof typeof deliveries;
const orderIds = new Map<Delivery, string>();
const folderOf = (delivery: Delivery) => join(bucketFolder(swath, 'demo'), 'deliveries', delivery);

beforeAll(async () => {
  swath = await startDeliveryService();
  for (const delivery of ['whole', 'clipped'] as const)
    orderIds.set(delivery, await placeOrder(swath, 'demo', `deliveries/${delivery}`, deliveries[delivery]));
}, 120_000);
afterAll(() => swath.stop());

const run = <T>(which: string, script: string, plan: object) =>
  runPython<T>(which, new URL(script, import.meta.url), plan);

test.skipIf(!hasStacFiles)(`items and collections keep to the STAC schemas${whyNoStacFiles}`, () => {
  const documents = (['whole', 'clipped'] as const).flatMap((delivery) =>
    ['33', 'acquisition_collections'].flatMap((part) => filesBelow(join(folderOf(delivery), part), '.json')),
  );
  expect(documents).toHaveLength(5 + 4);
  for (const path of documents) expect(stacProblems(JSON.parse(readFileSync(path, 'utf8')))).toEqual([]);
});

describe.skipIf(python === null)('pystac, rasterio and rio-cogeo', () => {
  const [west, east] = ['33/120000022000', '33/120000022001'];
  const raster = { system: true, shape: true, transform: true, bands: true, type: true, cog: [true, [], []] };

  test.each([
    ['whole', { [wide]: [west, east], [other]: [west] }],
    ['clipped', { [wide]: [west], [other]: [west] }],
  ] as const)(
    'go from the order to the files and find what items tell: %s',
    async (delivery, places) => {
      const orderId = orderIds.get(delivery)!;
      const root = join(folderOf(delivery), 'order_collections', `${orderId}_root_collection.json`);
      const items = Object.entries(places).flatMap(([acquisition, of]) =>
        of.map((place) => ({
          id: `${place}/${acquisition}`,
          parent: acquisition,
          root: orderId,
          collection: acquisition,
          extensions: ['eo', 'file', 'grid', 'projection', 'raster', 'view'],
          files: { visual: [true, true], ms_analytic: [true, true], 'data-mask': [true, true] },
          rasters: { visual: raster, ms_analytic: raster },
        })),
      );
      expect(await run(python!, './read_delivery.py', { root })).toEqual({
        id: orderId,
        children: Object.entries(places).map(([acquisition, of]) => [acquisition, orderId, of.length]),
        items: items.sort((a, b) => (a.id < b.id ? -1 : 1)),
      });
    },
    120_000,
  );
});

type Seen = {
  readonly rasters: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly masks: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

describe.skipIf(gdal === null)('GDAL', () => {
  const mask = { name: 'data_mask', features: 1, system: '32633', is_valid: true };
  const visual = { bands: 3, system: '32633', layout: 'COG', faults: [] };

  test('opens every COG and every mask, and its validator finds no fault', { timeout: 120_000 }, async () => {
    const [rasters, masks] = ['.tif', '.gpkg'].map((ending) => filesBelow(bucketFolder(swath, 'demo'), ending));
    const seen = await run<Seen>(gdal!, './open_with_gdal.py', { rasters, masks });
    expect(Object.keys(seen.rasters)).toHaveLength(6 + 4);
    for (const [path, raster] of Object.entries(seen.rasters))
      expect(raster).toMatchObject({ ...visual, bands: path.endsWith('-ms.tif') ? 4 : 3 });
    expect(Object.values(seen.masks)).toMatchObject([
      { ...mask, of: [wide, cells.west] },
      { ...mask, of: [other, cells.west] },
      { ...mask, of: [wide, cells.west] },
      { ...mask, of: [other, cells.west] },
      { ...mask, of: [wide, cells.east] },
    ]);
  });

  test(
    'reads the same over HTTP from the managed bucket by its links, without a credential',
    { timeout: 120_000 },
    async () => {
      const managed = await placeOrder(swath, 'managed', '');
      const { data } = (await swath.send('GET', `/order/${managed}/files`)).json<Files>();
      const [rasters, masks] = ['-visual.tif', '-data-mask.gpkg'].map((ending) =>
        data.filter(({ key }) => key.endsWith(ending)).map(({ link }) => `/vsicurl/${link}`),
      );
      const seen = await run<Seen>(gdal!, './open_with_gdal.py', { rasters, masks });
      const local = await run<Seen>(gdal!, './open_with_gdal.py', {
        rasters: filesBelow(folderOf('whole'), '-visual.tif'),
        masks: [],
      });
      const byPlace = (one: Seen) =>
        Object.values(one.rasters)
          .map((raster) => JSON.stringify(raster))
          .sort();
      expect(byPlace(seen)).toEqual(byPlace(local));
      expect(Object.values(seen.masks)).toMatchObject([mask, mask, mask]);
    },
  );
});

type Files = { readonly data: readonly { readonly key: string; readonly link: string }[] };
