import type { Geometry } from '../geometry/geojson.ts';
import { type Cell, formatCell } from '../grid/cell.ts';
import type { Layer } from './layer.ts';
import { cellFrame } from './outline/frame.ts';
import { outlineGeometry } from './outline/outline-geometry.ts';
import { isPlain, signedArea, wholeCell } from './overlay/layer-area.ts';
import { traceOutline } from './overlay/trace-outline.ts';

/** What the layers show together, in degrees: valid, without seams, cut at the antimeridian; empty where they show nothing. */
export function tileGeometry(cell: Cell, layers: readonly Layer[]): Geometry {
  return layers.includes(wholeCell) ? wholeGeometry(cell) : geometryOf(cell, outlineOf(layers));
}

const geometryOf = (cell: Cell, outline: Layer): Geometry =>
  outlineGeometry(cellFrame(cell), outline) ?? { type: 'MultiPolygon', coordinates: [] };

const known = new Map<string, Geometry>();
const mostKnown = 1000;

/** Most tiles fill their cell, and those of a cell come together. */
function wholeGeometry(cell: Cell): Geometry {
  const id = formatCell(cell);
  const geometry = known.get(id) ?? geometryOf(cell, wholeCell);
  if (known.size >= mostKnown) known.clear();
  known.set(id, geometry);
  return geometry;
}

function outlineOf(layers: readonly Layer[]): Layer {
  const filled = layers.filter(({ length }) => length > 0);
  const [first] = filled;
  if (filled.length === 1 && first !== undefined && isPlain(first)) return [againstClock(first[0]!)];
  return traceOutline(filled, ({ length }) => length > 0);
}

function againstClock(ring: Float64Array): Float64Array {
  if (signedArea(ring) >= 0) return ring;
  const turned = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    turned[i] = ring[ring.length - 2 - i]!;
    turned[i + 1] = ring[ring.length - 1 - i]!;
  }
  return turned;
}
