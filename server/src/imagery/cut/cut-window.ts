import type { PixelWindow } from '../pixels.ts';

/** An area between pixels: columns and rows need not be whole. */
export type PixelBox = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

type Size = { readonly width: number; readonly height: number };

/** What copying whole tiles may add to the area that was asked for. */
const mostOvershoot = 0.05;
// Positions come from coordinates of metres with some digits: a hair beyond a line of pixels is on it.
const hair = 1e-6;

/** The window to cut for a box: outward to whole tiles while that adds little, so that they can be copied; else its own pixels. Null where the image has none of it. */
export function cutWindow(box: PixelBox, image: Size, tileSize: number): PixelWindow | null {
  const exact = outward(box, 1, image);
  if (exact.width <= 0 || exact.height <= 0) return null;
  const snapped = outward(box, tileSize, image);
  const added = (snapped.width * snapped.height) / (exact.width * exact.height) - 1;
  return added <= mostOvershoot ? snapped : exact;
}

/** The pixels that a box touches, in steps, as far as the image goes. */
function outward({ left, top, right, bottom }: PixelBox, step: number, { width, height }: Size): PixelWindow {
  const down = (value: number) => Math.max(0, Math.floor((value + hair) / step) * step);
  const up = (value: number, most: number) => Math.min(most, Math.ceil((value - hair) / step) * step);
  const [column, row] = [down(left), down(top)];
  return { column, row, width: up(right, width) - column, height: up(bottom, height) - row };
}
