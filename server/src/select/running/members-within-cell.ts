import type { JsonObject } from '../../catalog/refuse.ts';
import type { Cell } from '../../grid/cell.ts';
import { cornerGeometry } from '../files/cell-corners.ts';
import { unwrappedBox, wrappedBox } from '../files/tile-box.ts';

/** A select's members held to one cell: the area is what both share. */
export function membersWithinCell(members: JsonObject, cell: Cell): JsonObject {
  const [hasShape, hasBox] = ['intersects', 'bbox'].map((name) => (members[name] ?? null) !== null);
  const corners = cornerGeometry(cell);
  if (!hasShape) return { ...members, intersects: corners };
  return hasBox ? members : { ...members, bbox: wrappedBox(unwrappedBox(cell.zone, [corners])) };
}
