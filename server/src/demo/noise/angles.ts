const turn = 360;

/** Math.sin may differ in its last bit between releases of Node, and a picture with it; sums and products do not. */
export function sine(degrees: number): number {
  const whole = degrees - turn * Math.floor(degrees / turn);
  const folded = whole > 270 ? whole - turn : whole > 90 ? 180 - whole : whole;
  const x = folded * (Math.PI / 180);
  const s = x * x;
  return x * (1 - (s / 6) * (1 - (s / 20) * (1 - (s / 42) * (1 - (s / 72) * (1 - s / 110)))));
}

export const cosine = (degrees: number): number => sine(degrees + 90);

/** Where a compass bearing points: x to the east, y to the north. */
export const bearing = (degrees: number): readonly [number, number] => [sine(degrees), cosine(degrees)];
