import { Type } from 'typebox';
import { projectFields, type Fields } from '../../../catalog/fields.ts';
import { enclosingBbox } from '../../../geometry/enclosing-bbox.ts';
import type { StoredItem } from '../../../catalog/ports.ts';
import type { JsonObject } from '../../../catalog/refuse.ts';
import { cellBounds } from '../../../grid/cell.ts';
import type { Service } from '../../../service.ts';
import { hourMs } from '../../../shared/clock.ts';
import { signPreview } from '../../../streaming/sign-preview.ts';
import type { GridTile } from '../../../tiles/image-grid/grid-tile.ts';
import { geojson, json } from '../files/media-types.ts';
import { searchBody, searchQuery } from '../catalog/search-schemas.ts';
import { collectionHref, itemBytes, itemHref } from '../catalog/stac-links.ts';
import type { Link } from '../catalog/splice-links.ts';
import { featureCollectionSchema, itemSchema } from '../catalog/stac-schemas.ts';

const last = Type.Optional(Type.String({ description: 'The id of the last tile that was seen: what comes after it.' }));

export const tilesQuery = Type.Object({ ...searchQuery.properties, last });
export const tilesBody = Type.Object({ ...searchBody.properties, last });

const percent = (description: string) => Type.Number({ minimum: 0, maximum: 100, description });

const tilePropertiesSchema = Type.Object({
  cell_id: Type.String(),
  'grid:code': Type.String(),
  'tile:zone': Type.Integer({ minimum: 1, maximum: 60 }),
  'tile:quadkey': Type.String({ minLength: 12, maxLength: 12 }),
  'tile:data_percentage': percent('Of the cell that the imagery shows.'),
  'tile:data_area_sqkm': Type.Number({ minimum: 0, maximum: 25.1 }),
  'aoi:data_percentage': Type.Optional(percent('Of the area of interest within the cell; where one was given.')),
  'proj:code': Type.String(),
  'proj:bbox': Type.Array(Type.Number(), { minItems: 4, maxItems: 4 }),
});

export const tileSchema = Type.Object({ ...itemSchema.properties, properties: tilePropertiesSchema });

const partOfTile = Type.Partial(
  Type.Object({ ...itemSchema.properties, properties: Type.Partial(tilePropertiesSchema) }),
);

export const tileCollectionSchema = Type.Object({
  ...featureCollectionSchema.properties,
  features: Type.Array(partOfTile, {
    description: 'Tiles; parts of them where `fields` asks for parts.',
  }),
});

/** `accountId`: whose the addresses are that need no credential. */
type Needs = Pick<Service, 'config' | 'vault' | 'clock'> & { readonly accountId: string };

const tileHref = (baseUrl: string, id: string, collection: string): string =>
  `${baseUrl}/services/imagegrid/items/${encodeURIComponent(id)}?collection=${encodeURIComponent(collection)}`;

const previewLastsMs = 12 * hourMs;

/** Says where the source's pixels lie: of the tile it is not true. */
const ofTheSource = /^proj:|^grid:code$/;

/** Tiles as features: the properties of the uppermost item, and what is known of the tile. */
export function tileFeatures(needs: Needs, fields: Fields | null): (tile: GridTile) => JsonObject {
  const documents = new Map<StoredItem, JsonObject>();
  const documentOf = (item: StoredItem): JsonObject => {
    const known = documents.get(item);
    if (known !== undefined) return known;
    const document = JSON.parse(itemBytes(needs.config.baseUrl, item).toString()) as JsonObject;
    documents.set(item, document);
    return document;
  };
  return (tile) => {
    const feature = tileFeature(needs, tile, documentOf);
    return fields === null ? feature : projectFields(feature, fields);
  };
}

function tileFeature(needs: Needs, tile: GridTile, documentOf: (item: StoredItem) => JsonObject): JsonObject {
  const upper = tile.items[0]!;
  const { stac_version, stac_extensions, properties, assets } = documentOf(upper);
  return {
    type: 'Feature',
    stac_version,
    ...(stac_extensions === undefined ? {} : { stac_extensions }),
    id: tile.id,
    collection: upper.collection,
    geometry: tile.geometry,
    bbox: enclosingBbox(tile.geometry),
    properties: { ...withoutSource(properties as JsonObject), ...tileProperties(tile) },
    assets: { ...(assets as JsonObject), preview: previewAsset(needs, tile) },
    links: tileLinks(needs.config.baseUrl, tile),
  };
}

function withoutSource(properties: JsonObject): JsonObject {
  const kept: Record<string, unknown> = {};
  for (const name in properties) if (!ofTheSource.test(name)) kept[name] = properties[name];
  return kept;
}

function tileProperties({ cell, cellId, measures, hasAoi }: GridTile): JsonObject {
  const { epsg, bounds } = cellBounds(cell);
  const { cellAreaM2, dataAreaM2, aoiAreaM2, aoiDataAreaM2 } = measures;
  return {
    cell_id: cellId,
    'grid:code': `MXRA-${cellId}`,
    'tile:zone': cell.zone,
    'tile:quadkey': cell.quadkey,
    'tile:data_percentage': percentage(dataAreaM2, cellAreaM2),
    'tile:data_area_sqkm': Math.round(dataAreaM2) / 1e6,
    ...(hasAoi ? { 'aoi:data_percentage': percentage(aoiDataAreaM2, aoiAreaM2) } : {}),
    'proj:code': `EPSG:${epsg}`,
    'proj:bbox': bounds,
  };
}

const percentage = (part: number, whole: number): number =>
  Math.min(100, Math.round((part / whole) * 1_000_000) / 10_000);

const previewAsset = (needs: Needs, { acquisition, cell, items }: GridTile): JsonObject => ({
  href: signPreview(needs, {
    acquisition,
    cell,
    collection: items[0]!.collection,
    accountId: needs.accountId,
    validForMs: previewLastsMs,
  }),
  type: 'image/jpeg',
  title: 'The imagery within the cell',
  roles: ['overview'],
});

function tileLinks(baseUrl: string, { id, items }: GridTile): readonly Link[] {
  const home = collectionHref(baseUrl, items[0]!.collection);
  return [
    { rel: 'self', type: geojson, href: tileHref(baseUrl, id, items[0]!.collection) },
    { rel: 'parent', type: json, href: home },
    { rel: 'collection', type: json, href: home },
    { rel: 'root', type: json, href: `${baseUrl}/` },
    ...items.map((item) => ({
      rel: 'derived_from',
      type: geojson,
      href: itemHref(baseUrl, item.collection, item.id),
    })),
  ];
}
