import { enclosingBbox } from '../geometry/enclosing-bbox.ts';
import type { StoredItem } from '../catalog/ports.ts';
import { type JsonObject, isObject } from '../catalog/refuse.ts';
import type { TileSize } from '../imagery/render/empty-picture.ts';
import { deepestZoom, zoomOf } from '../imagery/render/tile-grid.ts';
import { imageryOf } from './item-imagery.ts';
import { knownItem } from './known-item.ts';

/** Where nothing says how fine the imagery is: about 0.15 m. */
const zoomWithoutGsd = 20;

type Bounds = readonly [number, number, number, number];

/** TileJSON 3.0.0, but for the address of the tiles. */
export function describeTiles(item: Pick<StoredItem, 'id' | 'bytes' | 'etag'>, asset: string | null, size: TileSize) {
  const { document, footprint } = knownItem(item);
  // Refuses what cannot be drawn before a map asks for its tiles.
  const { key } = imageryOf(document, asset);
  const properties = isObject(document['properties']) ? document['properties'] : {};
  const bbox = footprint === null ? null : enclosingBbox(footprint.geometry);
  const bounds = boundsOf(bbox);
  const maxzoom = deepest(document, key, properties, (bounds[1] + bounds[3]) / 2, size);
  const minzoom = 0;
  const center = centerOf(bbox ?? bounds, maxzoom);
  const attribution = attributionOf(properties);
  const name = typeof properties['title'] === 'string' ? properties['title'] : item.id;
  return { tilejson: '3.0.0', scheme: 'xyz', name, bounds, center, minzoom, maxzoom, ...attribution };
}

/** A box that crosses the antimeridian has no other form in TileJSON than the whole turn. */
function boundsOf(bbox: Bounds | null): Bounds {
  if (bbox === null) return [-180, -85.05112877980659, 180, 85.05112877980659];
  const [west, south, east, north] = bbox;
  return west <= east ? [west, south, east, north] : [-180, south, 180, north];
}

function deepest(document: JsonObject, key: string, properties: JsonObject, latitude: number, size: TileSize): number {
  const assets = document['assets'] as Readonly<Record<string, JsonObject>>;
  const asset = assets[key]!;
  const gsd = [asset['gsd'], asset['raster:spatial_resolution'], properties['gsd']].find(
    (each): each is number => typeof each === 'number' && each > 0,
  );
  return gsd === undefined ? zoomWithoutGsd : zoomOf(gsd, Math.max(-85, Math.min(85, latitude)), size);
}

/** The middle, across the antimeridian too, and the zoom at which the box is about as wide as two tiles. */
function centerOf([west, south, east, north]: Bounds, maxzoom: number): readonly [number, number, number] {
  const width = east - west + (west > east ? 360 : 0);
  const middle = west + width / 2;
  const zoom = Math.floor(Math.log2(360 / Math.max(width, 360 / 2 ** deepestZoom))) + 1;
  return [middle > 180 ? middle - 360 : middle, (south + north) / 2, Math.max(0, Math.min(maxzoom, zoom))];
}

function attributionOf({ providers }: JsonObject): { readonly attribution?: string } {
  const names = (Array.isArray(providers) ? providers : [])
    .map((provider: unknown) => (isObject(provider) ? provider['name'] : null))
    .filter((name) => typeof name === 'string');
  return names.length === 0 ? {} : { attribution: names.join(', ') };
}
