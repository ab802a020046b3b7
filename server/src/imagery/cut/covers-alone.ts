import type { PixelWindow } from '../pixels.ts';
import type { OpenImage } from '../ports.ts';
import type { PixelBox } from './cut-window.ts';

const hair = 1e-6;
/** Read at once, in pixels. */
const stripPixels = 8 << 20;

/** Whether an image has data in each pixel of a box: then nothing below it shows. */
export async function coversAlone(image: OpenImage, box: PixelBox, signal?: AbortSignal): Promise<boolean> {
  const { info } = image;
  const [column, row] = [Math.floor(box.left + hair), Math.floor(box.top + hair)];
  const [right, bottom] = [Math.ceil(box.right - hair), Math.ceil(box.bottom - hair)];
  if (column < 0 || row < 0 || right > info.width || bottom > info.height) return false;
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

function* strips({ column, row, width, height }: PixelWindow): Generator<PixelWindow, void> {
  const step = Math.max(1, Math.floor(stripPixels / width));
  for (let top = 0; top < height; top += step) {
    yield { column, row: row + top, width, height: Math.min(step, height - top) };
  }
}
