import { hash } from '../noise/random.ts';
import type { View } from '../places/place.ts';
import { type Canvas, type CanvasPlace, canvasAt } from './canvas.ts';
import type { ShadowRun } from './cast-shadows.ts';
import { type SpriteBox, stamp } from './tree-sprites.ts';

/** A canvas that reaches far enough beyond the block that what stands there throws its shadow into it. */
export function aroundBlock(
  block: CanvasPlace,
  run: ShadowRun,
): CanvasPlace & { readonly left: number; readonly top: number } {
  const soft = 2;
  const east = run.drift > 0 ? run.reachColumns : soft;
  const west = run.drift > 0 ? soft : run.reachColumns;
  const south = run.direction === -1 ? run.reachRows : soft;
  const north = run.direction === -1 ? soft : run.reachRows;
  return {
    ...block,
    width: block.width + west + east,
    height: block.height + north + south,
    west: block.west - west * block.gsd,
    north: block.north + north * block.gsd,
    column: block.column - west,
    row: block.row - north,
    left: west,
    top: north,
  };
}

/** Everything that lies on or stands on the canvas, in daylight without shadows. */
export function paintCanvas(place: CanvasPlace, view: View, sprites: SpriteBox, used: Canvas | null): Canvas {
  const canvas = canvasAt(place, used);
  for (const drawable of view.drawing.drawablesOn(canvas)) drawable.paint(canvas);
  for (const { x, y, radius, kind, seed } of view.drawing.treesOn(canvas)) {
    const inks = view.crowns[kind];
    stamp(canvas, sprites.pick(kind, radius, hash(seed, 1) % 97), x, y, inks[hash(seed, 2) % inks.length]!);
  }
  return canvas;
}
