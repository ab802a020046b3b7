import type { PixelWindow, Samples } from '../../../imagery/pixels.ts';

/** Samples of an area, interleaved, `bands` to a pixel. */
export type Canvas = { readonly area: PixelWindow; readonly bands: number; readonly samples: Samples };

/** The `shared` area from one canvas to another: band `from[i]` becomes band `to[i]`. */
export function paste(
  source: Canvas,
  target: Canvas,
  shared: PixelWindow,
  from: readonly number[],
  to: readonly number[],
) {
  const isWhole =
    source.bands === target.bands && from.length === source.bands && from.every((b, i) => b === i && to[i] === i);
  if (isWhole) return pasteRows(source, target, shared);
  for (const [index, band] of from.entries()) pasteBand(source, target, shared, band, to[index]!);
}

const placeOf = ({ area, bands }: Canvas, column: number, row: number) =>
  ((row - area.row) * area.width + (column - area.column)) * bands;

function pasteRows(source: Canvas, target: Canvas, { column, row, width, height }: PixelWindow): void {
  const length = width * source.bands;
  for (let each = row; each < row + height; each++) {
    const start = placeOf(source, column, each);
    target.samples.set(source.samples.subarray(start, start + length), placeOf(target, column, each));
  }
}

function pasteBand(source: Canvas, target: Canvas, shared: PixelWindow, from: number, to: number): void {
  const { column, row, width, height } = shared;
  const [input, output, inStep, outStep] = [source.samples, target.samples, source.bands, target.bands];
  for (let each = row; each < row + height; each++) {
    let at = placeOf(source, column, each) + from;
    let place = placeOf(target, column, each) + to;
    for (let left = width; left > 0; left--) {
      output[place] = input[at]!;
      at += inStep;
      place += outStep;
    }
  }
}

/** One value over the `shared` area, in some bands. */
export function pour(
  target: Canvas,
  { column, row, width, height }: PixelWindow,
  bands: readonly number[],
  value: number,
) {
  if (value === 0) return;
  for (let each = row; each < row + height; each++) {
    const start = placeOf(target, column, each);
    for (let pixel = 0; pixel < width; pixel++) {
      for (const band of bands) target.samples[start + pixel * target.bands + band] = value;
    }
  }
}
