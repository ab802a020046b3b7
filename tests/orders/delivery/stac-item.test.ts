import { describe, expect, test } from 'vitest';
import type { Geometry } from '../../../server/src/geometry/geojson.ts';
import { jsonBytes } from '../../../server/src/orders/delivery/json-document.ts';
import { type ItemFile, tileItem } from '../../../server/src/orders/delivery/stac-item.ts';
import type { TileSpec } from '../../../server/src/orders/tile.ts';
import { acquisitionId, sha256, spec } from './support-orders.ts';

const ground = {
  width: 500,
  height: 400,
  crs: { epsg: 32633 },
  pixelToWorld: [10, 0, 500_000, 0, -10, 5_000_000],
} as const;

const file = (name: ItemFile['name'], raster: ItemFile['raster'] = null): ItemFile => ({
  name,
  byteLength: name.length,
  sha256: sha256(name),
  raster,
});

const rgb = ['red', 'green', 'blue'] as const;
const visual = file('visual.tif', {
  ground,
  sampleType: 'uint8',
  bands: rgb.map((color) => ({ name: null, color, metadata: {} })),
  nodata: null,
});
const settings = { isClipped: false, isHd: false };
const itemOf = (changes: Partial<TileSpec> = {}, files: readonly ItemFile[] = [visual, file('data-mask.gpkg')]) =>
  tileItem({ spec: { ...spec, ...changes }, settings, aoi: null, files }) as Item;

type Asset = Readonly<Record<string, unknown>>;
type Item = Readonly<Record<string, unknown>> & {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly assets: Readonly<Record<string, Asset>>;
  readonly bbox: readonly number[];
  readonly geometry: Geometry | null;
};

const extensions = (item: Item) =>
  (item['stac_extensions'] as readonly string[]).map((schema) => /io\/(\w+)\//.exec(schema)?.[1]);

describe('the item of a tile', () => {
  test('is named and linked as clients of this family expect it, below any prefix and of any order', () => {
    const { id, collection, links, type, stac_version } = itemOf();
    const href = `../../../acquisition_collections/${acquisitionId}_collection.json`;
    expect({ id, collection, links, type, stac_version }).toEqual({
      id: `33/120000022000/${acquisitionId}`,
      collection: acquisitionId,
      links: ['collection', 'parent'].map((rel) => ({ rel, href, type: 'application/json' })),
      type: 'Feature',
      stac_version: '1.0.0',
    });
  });

  test('has the uppermost item’s properties that have a value, and says its own anew', () => {
    const properties = {
      ...spec.properties,
      'tile:data_area': 99,
      'proj:epsg': 4326,
      'grid:code': 'MGRS-33TVL',
      hd: true,
    };
    expect(itemOf({ properties }).properties).toEqual({
      datetime: '2020-03-04T10:11:12.123456Z',
      'eo:cloud_cover': 3,
      platform: 'worldview-02',
      'view:off_nadir': 12.5,
      gsd: 0.35,
      catalog_id: acquisitionId,
      source_collection: 'demo',
      source_items: ['strip-1'],
      utm_zone: 33,
      quadkey: '120000022000',
      'grid:code': 'MXRA-Z33-120000022000',
      'proj:code': 'EPSG:32633',
      'proj:epsg': 32633,
      'proj:bbox': [
        expect.closeTo(500_786.6, 0),
        expect.closeTo(4_996_281, 0),
        expect.closeTo(503_146, 0),
        expect.closeTo(4_998_504, 0),
      ],
      'proj:geometry': expect.objectContaining({ type: 'Polygon' }),
      'tile:data_area': expect.closeTo(5.246, 2),
      'tile:clouds_area': expect.closeTo(1.749, 2),
      'tile:clouds_percent': 33,
      hd: false,
    });
  });

  test('says nothing of clouds that nobody has drawn, and 0 where the sky is clear', () => {
    expect(Object.keys(itemOf({ cloudWkt: null }).properties)).not.toContain('tile:clouds_percent');
    expect(itemOf({ cloudWkt: '' }).properties).toMatchObject({ 'tile:clouds_area': 0, 'tile:clouds_percent': 0 });
  });

  test('tells of each file with its hash, size and pixels', () => {
    expect(itemOf().assets).toEqual({
      visual: {
        href: `./${acquisitionId}-visual.tif`,
        type: 'image/tiff; application=geotiff; profile=cloud-optimized',
        title: 'Visual image',
        roles: ['data', 'visual'],
        'file:size': 10,
        'file:checksum': `1220${sha256('visual.tif')}`,
        'proj:code': 'EPSG:32633',
        'proj:epsg': 32633,
        'proj:shape': [400, 500],
        'proj:transform': [10, 0, 500_000, 0, -10, 5_000_000],
        'eo:bands': ['red', 'green', 'blue'].map((name) => ({ name, common_name: name })),
        'raster:bands': rgb.map(() => ({ data_type: 'uint8', spatial_resolution: 10 })),
      },
      'data-mask': {
        href: `./${acquisitionId}-data-mask.gpkg`,
        type: 'application/geopackage+sqlite3',
        title: 'Where there is imagery',
        roles: ['data-mask'],
        'file:size': 14,
        'file:checksum': `1220${sha256('data-mask.gpkg')}`,
      },
    });
  });

  test('says which band is which, by the names of the file and those that STAC has', () => {
    const bands = ['Blue', null, 'NIR', null].map((name) => ({ name, color: 'undefined', metadata: {} }) as const);
    const { assets } = itemOf({}, [file('ms.tif', { ground, bands })]);
    expect(assets['ms_analytic']).toMatchObject({
      'eo:bands': [
        { name: 'Blue', common_name: 'blue' },
        { name: 'band-2' },
        { name: 'NIR', common_name: 'nir' },
        { name: 'band-4' },
      ],
    });
  });

  test.each([
    ['ms before pan', ['pan.tif', 'ms.tif'], 'ms.tif'],
    ['pan where there is nothing else', ['pan.tif'], 'pan.tif'],
    ['itself', ['pan.tif', 'visual.tif'], 'visual.tif'],
  ] as const)('has a visual asset, whatever was ordered: %s', (_name, names, shown) => {
    const { assets } = itemOf(
      {},
      names.map((name) => file(name, { ground })),
    );
    expect(assets['visual']).toMatchObject({ href: `./${acquisitionId}-${shown}` });
    expect(Object.keys(assets).toSorted()).toEqual(
      [
        'visual',
        ...names.filter((name) => name !== 'visual.tif').map((name) => name.replace('.tif', '_analytic')),
      ].toSorted(),
    );
  });

  test('lists the extensions that it uses, and no other', () => {
    expect(extensions(itemOf())).toEqual(['eo', 'file', 'grid', 'projection', 'raster', 'view']);
    expect(extensions(itemOf({ properties: {} }, [file('pan.tif', { ground })]))).toEqual([
      'file',
      'grid',
      'projection',
    ]);
  });

  test('is clipped to the area of interest where the order is', () => {
    const aoi: Geometry = {
      type: 'Polygon',
      coordinates: [
        [
          [15.02, 45],
          [16, 45],
          [16, 46],
          [15.02, 46],
          [15.02, 45],
        ],
      ],
    };
    const clipped = (isClipped: boolean) =>
      tileItem({ spec, settings: { isHd: true, isClipped }, aoi, files: [visual] }) as Item;
    expect(clipped(false).bbox).toEqual([15.01, 45.12, 15.04, 45.14]);
    expect(clipped(true).bbox).toEqual([15.02, 45.12, 15.04, 45.14]);
    expect(clipped(true).properties).toMatchObject({ 'tile:clouds_percent': 0, hd: true });
    expect(clipped(true).properties['tile:data_area']).toBeCloseTo(3.497, 2);
  });

  test('of nothing has neither geometry nor box', () => {
    const far: Geometry = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
          [0, 0],
        ],
      ],
    };
    const item = tileItem({ spec, settings: { isHd: false, isClipped: true }, aoi: far, files: [visual] }) as Item;
    expect([item.geometry, 'bbox' in item]).toEqual([null, false]);
  });

  test('of a footprint that crosses itself is clipped all the same', () => {
    const dataWkt = 'POLYGON ((15.01 45.12, 15.04 45.14, 15.04 45.12, 15.01 45.14, 15.01 45.12))';
    const aoi: Geometry = {
      type: 'Polygon',
      coordinates: [
        [
          [15, 45],
          [16, 45],
          [16, 46],
          [15, 46],
          [15, 45],
        ],
      ],
    };
    const item = tileItem({
      spec: { ...spec, dataWkt },
      settings: { isHd: false, isClipped: true },
      aoi,
      files: [visual],
    });
    expect(item['geometry']).not.toBeNull();
  });

  test('on both sides of the antimeridian has a box from west to east', () => {
    const dataWkt =
      'MULTIPOLYGON (((179.99 1, 180 1, 180 1.01, 179.99 1.01, 179.99 1)), ((-180 1, -179.99 1, -179.99 1.01, -180 1.01, -180 1)))';
    const { bbox, properties } = itemOf({ cellId: 'Z01-021111111111', dataWkt, cloudWkt: null });
    expect(bbox).toEqual([179.99, 1, -179.99, 1.01]);
    const [west, , east] = properties['proj:bbox'] as readonly number[];
    expect(east! - west!).toBeCloseTo(2_226, -2);
  });

  test('is the same, byte for byte, whatever order its properties come in', () => {
    const properties = { b: { y: [{ q: 1, p: 2 }], x: 1 }, a: 1 };
    const turned = { a: 1, b: { x: 1, y: [{ p: 2, q: 1 }] } };
    expect(jsonBytes(itemOf({ properties }))).toEqual(jsonBytes(itemOf({ properties: turned })));
  });

  test('of an id that no key may hold links to the names of its files', () => {
    const item = itemOf({ acquisitionId: 'a/b c' });
    expect([item['id'], item.assets['visual']?.['href']]).toEqual(['33/120000022000/a/b c', './a=2Fb=20c-visual.tif']);
  });
});
