import { withinOneTurn } from './antimeridian.ts';
import { boxOf, boxesIntersect } from './box.ts';
import type { Geometry } from './geojson.ts';
import { shapesIntersect } from './intersects.ts';
import { shapeOfRing } from './plain-ring.ts';
import { type Path, type Shape, shapeOf } from './shape.ts';

/** A geometry, or what `plainRing` gave of it. */
export type Footprint = Geometry | Path;

/** `intersects` with an area that many footprints are asked of; false where it cannot be told. */
export function createAreaTest(area: Geometry): (footprint: Footprint) => boolean {
  let made: Shape | null | undefined;
  return (footprint) => {
    made ??= shapeOf(area);
    if (footprint instanceof Float64Array) return made !== null && shapesIntersect(shapeOfRing(footprint), made);
    const box = boxOf(footprint);
    if (made === null || box === null || !boxesIntersect(box, made.box)) return false;
    try {
      const plain = withinOneTurn(footprint, box);
      const shape = plain === footprint ? shapeOf(plain, box) : shapeOf(plain);
      return shape !== null && shapesIntersect(shape, made);
    } catch {
      return false;
    }
  };
}
