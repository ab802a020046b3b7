import type { Box } from '../../geometry/box.ts';
import type { Geometry, Position } from '../../geometry/geojson.ts';
import { readWkt } from '../../geometry/read-wkt.ts';
import { type Cell, cellBounds } from '../../grid/cell.ts';
import { squareOf } from '../../grid/quadrant.ts';
import { degreesOfUtm } from '../../grid/utm.ts';
import { groundOf } from '../../tiles/ground.ts';
import type { Layer } from '../../tiles/layer.ts';
import { areaOf, cellSide, nothing } from '../../tiles/overlay/layer-area.ts';
import { traceOutline } from '../../tiles/overlay/trace-outline.ts';
import type { SelectedTile } from '../selection.ts';
import { knownCell } from './cell-corners.ts';

/** Metres a side: less shows pixels instead of places. */
const leastSide = 200;

/** What is longer than this share of the cell's side is shown with the whole cell. */
const mostShare = 0.6;

/** The area of interest is what a picture is about where it has no more than this share of the data. */
const smallShare = 0.25;

/** Shares of the side that are added around data, beyond which there is nothing, and around the area of interest. */
const [dataMargin, aoiMargin] = [0.03, 0.15];

/** Tells what of a tile's cell is worth a picture: a square in metres of the cell's zone, null for the whole cell. */
export function pictureWindows(aoi: Geometry | null): (tile: SelectedTile) => Box | null {
  const interest = aoi === null ? null : groundOf(aoi);
  return ({ cell_id, wkt }) => {
    const cell = knownCell(cell_id);
    const data = groundOf(readWkt(wkt)).within(cell);
    const wanted = interest === null ? nothing : smallPart(data, interest.within(cell));
    return wanted.length > 0 ? squareAround(cell, wanted, aoiMargin) : squareAround(cell, data, dataMargin);
  };
}

/** What of the data lies in the area of interest, where that is a small part of it. */
function smallPart(data: Layer, interest: Layer): Layer {
  const shared = traceOutline([data, interest], ({ length }) => length === 2);
  return areaOf(shared) <= smallShare * areaOf(data) ? shared : nothing;
}

function squareAround(cell: Cell, layer: Layer, margin: number): Box | null {
  const box = boxInZone(cell, layer);
  if (box === null) return null;
  const [west, south, east, north] = box;
  const length = Math.max(east - west, north - south);
  if (length > mostShare * cellSide) return null;
  const side = Math.max(leastSide, Math.round(length * (1 + 2 * margin)));
  const { bounds } = cellBounds(cell);
  const left = startWithin((west + east) / 2, side, bounds[0], bounds[2]);
  const bottom = startWithin((south + north) / 2, side, bounds[1], bounds[3]);
  return [left, bottom, left + side, bottom + side];
}

/** In whole metres, as pictures are remembered by it. */
const startWithin = (middle: number, side: number, least: number, most: number): number =>
  Math.min(most - side, Math.max(least, Math.round(middle - side / 2)));

/** Layers are measured from the cell's corner that is nearest to meridian and equator. */
function boxInZone(cell: Cell, layer: Layer): Box | null {
  const [west, south, east, north] = cellBounds(cell).bounds;
  const { isEast, isNorth } = squareOf(cell).quadrant;
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of layer)
    for (let i = 0; i < ring.length; i += 2) {
      const x = isEast ? west + ring[i]! : east - ring[i]!;
      const y = isNorth ? south + ring[i + 1]! : north - ring[i + 1]!;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
    }
  return left < right ? [left, bottom, right, top] : null;
}

/** In degrees, in the order of `cornersOf`; longitudes run on beyond 180 where the cell does. */
export function windowCorners(cell: Cell, window: Box | null): readonly Position[] {
  const { epsg, bounds } = cellBounds(cell);
  const [west, south, east, north] = window ?? bounds;
  const corners = [
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ] as const;
  return corners.map(([x, y]) => degreesOfUtm(epsg, x, y));
}
