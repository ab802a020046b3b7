import { withinOneTurn } from './antimeridian.ts';
import { boxOf, boxesIntersect } from './box.ts';
import type { Geometry } from './geojson.ts';
import { shapesIntersect } from './intersects.ts';
import { type Shape, shapeOf } from './shape.ts';

/** `intersects` with an area that many footprints are asked of; false where it cannot be told. */
export function createAreaTest(area: Geometry): (footprint: Geometry) => boolean {
  let made: Shape | null | undefined;
  return (footprint) => {
    made ??= shapeOf(area);
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
