import type { Geometry } from '../geometry/geojson.ts';
import type { Cell } from '../grid/cell.ts';
import { squareOf } from '../grid/quadrant.ts';
import type { Layer } from './layer.ts';
import { type Frame, quadrantFrame, zoneFrame } from './outline/frame.ts';
import { joinedGeometry } from './outline/joined-geometry.ts';
import { outlineGeometry } from './outline/outline-geometry.ts';
import { areaByLayers } from './overlay/area-by-layers.ts';
import { signedArea, wholeCell } from './overlay/layer-area.ts';
import { traceOutline } from './overlay/trace-outline.ts';

/** A part of the area of interest, and which of the layers show it, by their places. */
export type Share = { readonly areaM2: number; readonly shownBy: readonly number[] };

/** Less than this is rounding. */
const leastAreaM2 = 1e-3;

/** Divides what lies within the area of interest by the layers that show it; what none shows has an empty list. */
export function sharesOf(aoi: Layer, layers: readonly Layer[]): readonly Share[] {
  const whole = layers.flatMap((layer, place) => (layer === wholeCell ? [place] : []));
  const others = layers.map((layer) => (layer === wholeCell ? [] : layer));
  return areaByLayers([aoi, ...others]).flatMap(({ shown, areaM2 }) => {
    if (shown[0] !== 0 || areaM2 <= leastAreaM2) return [];
    const shownBy = [...whole, ...shown.slice(1).map((layer) => layer - 1)].sort((a, b) => a - b);
    return [{ areaM2, shownBy }];
  });
}

export type CellGap = { readonly cell: Cell; readonly aoi: Layer; readonly layers: readonly Layer[] };

/** What of the area of interest no layer shows, in degrees; without seams between cells of one zone. Null: nothing. */
export function gapGeometry(cells: readonly CellGap[]): Geometry | null {
  const planes = new Map<string, { readonly frame: Frame; readonly rings: Float64Array[] }>();
  for (const gap of cells) {
    const rings = gapRings(gap);
    if (rings.length === 0) continue;
    const { key, frame, toPlane } = planeOf(gap.cell);
    const plane = planes.get(key) ?? { frame, rings: [] };
    planes.set(key, plane);
    for (const ring of rings) plane.rings.push(ring.map((value, i) => toPlane(value, i)));
  }
  const parts = [...planes.values()].map(({ frame, rings }) => outlineGeometry(frame, dissolved(rings)));
  return joinedGeometry(parts.filter((part) => part !== null));
}

function gapRings({ aoi, layers }: CellGap): Layer {
  const others = layers.filter(({ length }) => length > 0);
  if (others.includes(wholeCell)) return [];
  if (others.length === 0 && aoi === wholeCell) return wholeCell;
  return traceOutline([aoi, ...others], (shown) => shown.length === 1 && shown[0] === 0);
}

/** Rings of cells that lie side by side: what is filled is what an odd number of them enclose. */
const dissolved = (rings: Layer): Layer =>
  traceOutline([rings], ({ length }) => length > 0).filter((ring) => Math.abs(signedArea(ring)) > leastAreaM2);

type Plane = { readonly key: string; readonly frame: Frame; toPlane(value: number, index: number): number };

/** Above this, metres from the equator, meridians meet: there the quarters of a zone stay apart. */
const nearPole = 9_900_000;

function planeOf(cell: Cell): Plane {
  const { quadrant, square } = squareOf(cell);
  const { u, v } = square;
  const isPolar = v >= nearPole;
  const [sx, sy] = [isPolar || quadrant.isEast ? 1 : -1, isPolar || quadrant.isNorth ? 1 : -1];
  return {
    key: isPolar ? `${cell.zone} ${cell.quadkey[0]}` : `${cell.zone}`,
    frame: isPolar ? quadrantFrame(cell.zone, quadrant) : zoneFrame(cell.zone),
    toPlane: (value, index) => (index % 2 === 0 ? sx * (u + value) : sy * (v + value)),
  };
}
