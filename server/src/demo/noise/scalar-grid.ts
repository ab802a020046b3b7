/** Values at even distances over a square of local metres, from its north-west corner. */
export type ScalarGrid = {
  readonly half: number;
  readonly step: number;
  readonly side: number;
  readonly values: Float32Array;
};

/** `half`: half of the side of the square, which lies around the origin. */
export function gridOf(half: number, step: number, valueAt: (x: number, y: number) => number): ScalarGrid {
  const side = Math.ceil((2 * half) / step) + 1;
  const values = new Float32Array(side * side);
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      values[row * side + column] = valueAt(column * step - half, half - row * step);
    }
  }
  return { half, step, side, values };
}

/** Between four values; beyond the square, the nearest. */
export function valueIn({ half, step, side, values }: ScalarGrid, x: number, y: number): number {
  const column = Math.max(0, Math.min(side - 1.001, (x + half) / step));
  const row = Math.max(0, Math.min(side - 1.001, (half - y) / step));
  const [left, top] = [Math.floor(column), Math.floor(row)];
  const [u, v] = [column - left, row - top];
  const at = top * side + left;
  const upper = values[at]! * (1 - u) + values[at + 1]! * u;
  const lower = values[at + side]! * (1 - u) + values[at + side + 1]! * u;
  return upper * (1 - v) + lower * v;
}

/** The values along a row of pixels, into `into`: the sum of steps within a cell instead of four products a pixel. */
export function rowIn(grid: ScalarGrid, west: number, y: number, gsd: number, into: Float32Array): void {
  const { half, step, side, values } = grid;
  const row = Math.max(0, Math.min(side - 1.001, (half - y) / step));
  const top = Math.floor(row);
  const v = row - top;
  const line = top * side;
  const at = (column: number) => {
    const inside = Math.max(0, Math.min(side - 1, column));
    return values[line + inside]! * (1 - v) + values[line + side + inside]! * v;
  };
  const perPixel = gsd / step;
  let pixel = 0;
  while (pixel < into.length) {
    const column = (west + (pixel + 0.5) * gsd + half) / step;
    const left = Math.floor(column);
    const [from, to] = [at(left), at(left + 1)];
    const end = Math.min(into.length, Math.max(pixel + 1, pixel + Math.ceil((left + 1 - column) / perPixel)));
    const slope = (to - from) * perPixel;
    let value = from + (to - from) * (column - left);
    for (; pixel < end; pixel++) {
      into[pixel] = value;
      value += slope;
    }
  }
}
