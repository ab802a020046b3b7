import type { PixelWindow } from '../pixels.ts';
import type { OpenImage } from '../ports.ts';
import type { GroundGrid } from '../raster.ts';
import type { PixelBox } from './cut-window.ts';

const hair = 1e-6;
/** Read at once, in pixels. */
const stripPixels = 8 << 20;

/** Whether an image has data in each pixel of a box: then nothing below it shows. */
export async function coversAlone(image: OpenImage, box: PixelBox, signal?: AbortSignal): Promise<boolean> {
  const { info } = image;
  if (!reachesOver(info, box)) return false;
  const { column, row, right, bottom } = pixelsOf(box);
  if (info.validity === 'all') return true;
  // The mask alone costs a twentieth of the pixels.
  const bands = info.validity === 'mask' ? { bands: [] } : {};
  for (const strip of strips({ column, row, width: right - column, height: bottom - row })) {
    signal?.throwIfAborted();
    const { mask } = await image.readPixels(0, strip, { ...bands, signal });
    if (mask?.includes(0) === true) return false;
  }
  return true;
}

/** Whether an image has pixels everywhere in a box. */
export function reachesOver({ width, height }: Pick<GroundGrid, 'width' | 'height'>, box: PixelBox): boolean {
  const { column, row, right, bottom } = pixelsOf(box);
  return column >= 0 && row >= 0 && right <= width && bottom <= height;
}

const pixelsOf = ({ left, top, right, bottom }: PixelBox) => ({
  column: Math.floor(left + hair),
  row: Math.floor(top + hair),
  right: Math.ceil(right - hair),
  bottom: Math.ceil(bottom - hair),
});

function* strips({ column, row, width, height }: PixelWindow): Generator<PixelWindow, void> {
  const step = Math.max(1, Math.floor(stripPixels / width));
  for (let top = 0; top < height; top += step) {
    yield { column, row: row + top, width, height: Math.min(step, height - top) };
  }
}
