import { type Area, type Ring, polygonsOf } from './area.ts';

// Of a sphere with the earth's surface.
const radiusKm = 6_371.0072;

/** Square kilometres, to about half a percent: what is charged is measured by the service. */
export function areaSqkm(area: Area): number {
  const parts = polygonsOf(area).map(
    ([outer, ...holes]) => ringSqkm(outer!) - holes.reduce((sum, hole) => sum + ringSqkm(hole), 0),
  );
  return parts.reduce((sum, part) => sum + part, 0);
}

function ringSqkm(ring: Ring): number {
  let sum = 0;
  for (const [at, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[at + 1] ?? [x!, y!];
    sum += radians(nextX! - x!) * (2 + Math.sin(radians(y!)) + Math.sin(radians(nextY!)));
  }
  return (Math.abs(sum) * radiusKm ** 2) / 2;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
