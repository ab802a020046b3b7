import { plainFootprint } from '../catalog/footprint.ts';
import type { StoredItem } from '../catalog/ports.ts';
import type { JsonObject } from '../catalog/refuse.ts';
import { documentOf } from '../catalog/stored-document.ts';
import { type Box, bboxGeometry } from '../geometry/box.ts';
import type { Geometry } from '../geometry/geojson.ts';
import { type Prepared, holds, prepare } from '../geometry/relations.ts';

/** What drawing needs of an item, read once for its many tiles. */
export type KnownItem = { readonly document: JsonObject; readonly footprint: Prepared | null };

const most = 256;
const known = new Map<string, KnownItem>();

export function knownItem({ bytes, etag }: Pick<StoredItem, 'bytes' | 'etag'>): KnownItem {
  const present = known.get(etag) ?? read(bytes);
  known.delete(etag);
  known.set(etag, present);
  if (known.size > most) known.delete(known.keys().next().value!);
  return present;
}

function read(bytes: Uint8Array): KnownItem {
  const document = documentOf(bytes);
  const geometry = document['geometry'] as Geometry | null;
  return { document, footprint: geometry === null ? null : prepare(plainFootprint(geometry, document['bbox'])) };
}

/** Edges that are straight on the ground are not quite so in degrees. */
const slack = 0.01;

/** Whether an item surely shows nothing in a box of degrees. */
export function isOutside({ footprint }: KnownItem, [west, south, east, north]: Box): boolean {
  const around = footprint?.box() ?? null;
  if (footprint === null || around === null) return false;
  // Of a footprint that is cut at the antimeridian the box is as wide as the world.
  const [dx, dy] = [Math.min(around[2] - around[0], around[3] - around[1]) * slack, (around[3] - around[1]) * slack];
  const wide = bboxGeometry([
    Math.max(-180, west - dx),
    Math.max(-90, south - dy),
    Math.min(180, east + dx),
    Math.min(90, north + dy),
  ])!;
  return holds('intersects', footprint, prepare(wide)) === false;
}
