import { type PixelWindow, type Samples, samplesLike } from '../../../imagery/pixels.ts';

/** Of every `step` columns and rows of an area the pixel in the middle, or the last one there is. */
export function thinOut(samples: Samples, { width, height }: PixelWindow, bands: number, step: number): Samples {
  const [columns, rows] = [Math.ceil(width / step), Math.ceil(height / step)];
  const kept = samplesLike(samples, columns * rows * bands);
  const middle = step >> 1;
  let at = 0;
  for (let row = 0; row < rows; row++) {
    const line = Math.min(row * step + middle, height - 1) * width;
    for (let column = 0; column < columns; column++) {
      const from = (line + Math.min(column * step + middle, width - 1)) * bands;
      for (let band = 0; band < bands; band++) kept[at++] = samples[from + band]!;
    }
  }
  return kept;
}
