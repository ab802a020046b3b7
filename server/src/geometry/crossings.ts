import type { Position } from './geojson.ts';

type Edge = readonly [ax: number, ay: number, bx: number, by: number];
type Rings = readonly (readonly Position[])[];

/** Whether edges cross each other more than `most` times: then overlays of the rings take longer than anybody may wait. */
export function crossMoreThan(rings: Rings, most: number): boolean {
  const edges = edgesOf(rings).sort((a, b) => a[0] - b[0]);
  let crossings = 0;
  for (const [i, edge] of edges.entries())
    for (let k = i + 1; k < edges.length && edges[k]![0] <= edge[2]; k++)
      if (areCrossing(edge, edges[k]!) && ++crossings > most) return true;
  return false;
}

/** Each from west to east. */
const edgesOf = (rings: Rings): Edge[] =>
  rings.flatMap((ring) =>
    ring.slice(1).map(([bx, by], i): Edge => {
      const [ax, ay] = ring[i]!;
      return ax! <= bx! ? [ax!, ay!, bx!, by!] : [bx!, by!, ax!, ay!];
    }),
  );

/** Each has its ends on both sides of the other. */
const areCrossing = (a: Edge, b: Edge): boolean => isParted(a, b) && isParted(b, a);

const isParted = (edge: Edge, [cx, cy, dx, dy]: Edge): boolean => sideOf(edge, cx, cy) * sideOf(edge, dx, dy) < 0;

const sideOf = ([ax, ay, bx, by]: Edge, x: number, y: number): number =>
  Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
