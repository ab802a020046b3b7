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
const rootOf = (delivery: Delivery) =>
  join(folderOf(delivery), 'order_collections', `${orderIds.get(delivery)!}_root_collection.json`);
const folderOf = (delivery: Delivery) => join(bucketFolder(swath, 'demo'), 'deliveries', delivery);

const names = ['whole', 'clipped'] as const;

beforeAll(async () => {
  swath = await startDeliveryService();
  for (const delivery of names)
    orderIds.set(delivery, await placeOrder(swath, 'demo', `deliveries/${delivery}`, deliveries[delivery]));
}, 120_000);
afterAll(() => swath.stop());

const run = <T>(which: string, script: string, plan: object) =>
  runPython<T>(which, new URL(script, import.meta.url), plan);

test.skipIf(!hasStacFiles)(`items and collections keep to the STAC schemas${whyNoStacFiles}`, () => {
  const documents = names.flatMap((delivery) =>
    ['33', 'acquisition_collections'].flatMap((part) => filesBelow(join(folderOf(delivery), part), '.json')),
  );
  expect(documents).toHaveLength(5 + 4);
  for (const path of documents) expect(stacProblems(JSON.parse(readFileSync(path, 'utf8')))).toEqual([]);
});

describe.skipIf(python === null)('pystac, rasterio and rio-cogeo', () => {
  const [west, east] = ['33/120000022000', '33/120000022001'];
  const raster = { system: true, shape: true, transform: true, bands: true, type: true, cog: [true, [], []] };

  // Both in one process: starting it costs more than reading.
  let read: Readonly<Record<Delivery, unknown>>;
  beforeAll(async () => {
    const roots = Object.fromEntries(names.map((delivery) => [delivery, rootOf(delivery)]));
    read = await run(python!, './read_delivery.py', { roots });
  }, 120_000);

  test.each([
    ['whole', { [wide]: [west, east], [other]: [west] }],
    ['clipped', { [wide]: [west], [other]: [west] }],
  ] as const)('go from the order to the files and find what items tell: %s', (delivery, places) => {
    const orderId = orderIds.get(delivery)!;
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
    expect(read[delivery]).toEqual({
      id: orderId,
      children: Object.entries(places).map(([acquisition, of]) => [acquisition, orderId, of.length]),
      items: items.sort((a, b) => (a.id < b.id ? -1 : 1)),
    });
  });
});

type Seen = {
  readonly rasters: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly masks: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

const only = <T>(seen: Readonly<Record<string, T>>, isLinked: boolean): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(seen).filter(([path]) => path.startsWith('/vsicurl/') === isLinked));
const texts = (rasters: Seen['rasters']) => Object.values(rasters).map((raster) => JSON.stringify(raster));

describe.skipIf(gdal === null)('GDAL', () => {
  const mask = { name: 'data_mask', features: 1, system: '32633', is_valid: true };
  const visual = { bands: 3, system: '32633', layout: 'COG', faults: [] };

  // Files and what their links lead to, in one process.
  let [here, linked]: readonly Seen[] = [];
  beforeAll(async () => {
    const managed = await placeOrder(swath, 'managed', '');
    const { data } = (await swath.send('GET', `/order/${managed}/files`)).json<Files>();
    const links = (ending: string) =>
      data.filter(({ key }) => key.endsWith(ending)).map(({ link }) => `/vsicurl/${link}`);
    const files = (ending: string) => filesBelow(bucketFolder(swath, 'demo'), ending);
    const seen = await run<Seen>(gdal!, './open_with_gdal.py', {
      rasters: [...files('.tif'), ...links('-visual.tif')],
      masks: [...files('.gpkg'), ...links('-data-mask.gpkg')],
    });
    [here, linked] = [false, true].map((isLinked) => ({
      rasters: only(seen.rasters, isLinked),
      masks: only(seen.masks, isLinked),
    }));
  }, 120_000);

  test('opens every COG and every mask, and its validator finds no fault', () => {
    expect(Object.keys(here!.rasters)).toHaveLength(6 + 4);
    for (const [path, raster] of Object.entries(here!.rasters))
      expect(raster).toMatchObject({ ...visual, bands: path.endsWith('-ms.tif') ? 4 : 3 });
    expect(Object.values(here!.masks)).toMatchObject([
      { ...mask, of: [wide, cells.west] },
      { ...mask, of: [other, cells.west] },
      { ...mask, of: [wide, cells.west] },
      { ...mask, of: [other, cells.west] },
      { ...mask, of: [wide, cells.east] },
    ]);
  });

  test('reads the same over HTTP from the managed bucket by its links, without a credential', () => {
    const whole = Object.entries(here!.rasters).filter(
      ([path]) => path.startsWith(folderOf('whole')) && path.endsWith('-visual.tif'),
    );
    expect(whole).toHaveLength(3);
    expect(texts(linked!.rasters).sort()).toEqual(texts(Object.fromEntries(whole)).sort());
    expect(Object.values(linked!.masks)).toMatchObject([mask, mask, mask]);
  });
});

type Files = { readonly data: readonly { readonly key: string; readonly link: string }[] };
