/** How much red, green and blue light a surface gives back, 0 to 0.64 in steps of 1/1600: three times ten bits. */
export type Ink = number;

const steps = 1600;
const lane = (reflectance: number) => Math.max(0, Math.min(1023, Math.round(reflectance * steps)));

export const ink = (red: number, green: number, blue: number): Ink =>
  (lane(red) << 20) | (lane(green) << 10) | lane(blue);

const reflectances = (of: Ink): readonly [number, number, number] => [
  (of >>> 20) / steps,
  ((of >>> 10) & 1023) / steps,
  (of & 1023) / steps,
];

/** From one ink (share 0) to another (share 1). */
export function mixed(one: Ink, other: Ink, share: number): Ink {
  const [a, b] = [reflectances(one), reflectances(other)];
  const t = Math.max(0, Math.min(1, share));
  return ink(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t);
}

export const scaled = (one: Ink, by: number): Ink => {
  const [red, green, blue] = reflectances(one);
  return ink(red * by, green * by, blue * by);
};

/** Sixteen inks from one to another, for a brush that varies. */
export const rampOf = (from: Ink, to: Ink): Uint32Array =>
  Uint32Array.from({ length: 16 }, (_, at) => mixed(from, to, at / 15));
