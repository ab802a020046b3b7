import type { Geometry } from '../../geometry/geojson.ts';
import { previewPath } from '../../streaming/sign-preview.ts';
import type { SelectedTile } from '../selection.ts';
import { unwrappedBox, wrappedBox } from './tile-box.ts';

export type PlacedTile = { readonly tile: SelectedTile; readonly geometry: Geometry };

/** Members that stand elsewhere in an item. */
const elsewhere: ReadonlySet<string> = new Set(['id', 'wkt', 'items', 'collection']);

const extensions: readonly (readonly [prefix: string, schema: string])[] = [
  ['eo:', 'https://stac-extensions.github.io/eo/v1.1.0/schema.json'],
  ['view:', 'https://stac-extensions.github.io/view/v1.0.0/schema.json'],
  ['grid:', 'https://stac-extensions.github.io/grid/v1.1.0/schema.json'],
];

/** A tile as a STAC item of its cell's collection. */
export function stacItem({ tile, geometry }: PlacedTile, baseUrl: string): object {
  const properties = propertiesOf(tile);
  return {
    type: 'Feature',
    stac_version: '1.0.0',
    stac_extensions: extensions.filter(([prefix]) => hasMember(properties, prefix)).map(([, schema]) => schema),
    id: tile.id,
    collection: tile.cell_id,
    geometry,
    bbox: wrappedBox(unwrappedBox(tile['tile:zone'], [geometry])),
    properties,
    links: linksOf(tile, baseUrl),
    assets: assetsOf(tile, baseUrl),
  };
}

/** STAC knows no member without a value, but for `datetime`. */
const propertiesOf = (tile: SelectedTile): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(
    Object.entries(tile).filter(([name, value]) => !elsewhere.has(name) && value !== null && value !== undefined),
  ),
  'grid:code': `MXRA-${tile.cell_id}`,
  source_collection: tile.collection,
});

const hasMember = (properties: object, prefix: string): boolean =>
  Object.keys(properties).some((name) => name.startsWith(prefix));

const json = 'application/json';
const geoJson = 'application/geo+json';

export const cellHref = (baseUrl: string, cellId: string): string => `${baseUrl}/grid/cells/${cellId}`;

const itemHref = (baseUrl: string, collection: string, item: string): string =>
  `${baseUrl}/collections/${encodeURIComponent(collection)}/items/${encodeURIComponent(item)}`;

function linksOf({ id, cell_id, collection, items }: SelectedTile, baseUrl: string): readonly object[] {
  const tile = `${baseUrl}/services/imagegrid/items/${encodeURIComponent(id)}?collection=${encodeURIComponent(collection)}`;
  return [
    { rel: 'collection', href: cellHref(baseUrl, cell_id), type: geoJson, title: `Grid cell ${cell_id}` },
    { rel: 'alternate', href: tile, type: geoJson },
    ...items.map((item) => ({ rel: 'derived_from', href: itemHref(baseUrl, collection, item), type: geoJson })),
    { rel: 'related', href: `${baseUrl}/collections/${encodeURIComponent(collection)}`, type: json },
  ];
}

function assetsOf({ acquisition_id, cell_id, collection, items }: SelectedTile, baseUrl: string): object {
  const preview = `${baseUrl}${previewPath(acquisition_id, cell_id)}?collection=${encodeURIComponent(collection)}`;
  const sources = items.map((item, index) => [
    index === 0 ? 'source' : `source_${index + 1}`,
    { href: itemHref(baseUrl, collection, item), title: `Item ${item}`, type: geoJson, roles: ['metadata'] },
  ]);
  return {
    preview: { href: preview, title: 'Preview', type: 'image/jpeg', roles: ['thumbnail'] },
    ...Object.fromEntries(sources),
  };
}
