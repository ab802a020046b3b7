import { type ScalarGrid, rowIn } from '../noise/scalar-grid.ts';
import type { Canvas } from './canvas.ts';
import type { CloudCover } from './clouds.ts';
import { type Development, curveShift } from './light.ts';

/** Low shapes of brightness: slopes of the land and the camera's own falling off; 1 is even. */
export type Brightness = ScalarGrid;

/** What a canvas is developed with. */
export type Darkroom = {
  readonly development: Development;
  readonly brightness: Brightness;
  readonly clouds: CloudCover | null;
};

/** Colors of each pixel as the camera sees them, three lanes of ten bits each, in the place of the inks, from one row up to another. */
export function develop(canvas: Canvas, lit: Uint8Array, room: Darkroom, first: number, last: number): void {
  const { width, gsd, west, north } = canvas;
  const gains = new Float32Array(width);
  const clouds = room.clouds?.touches(canvas) ? room.clouds : null;
  for (let row = first; row < last; row++) {
    const y = north - (row + 0.5) * gsd;
    rowIn(room.brightness, west, y, gsd, gains);
    clouds?.shadeRow(canvas, row, lit);
    developRow(canvas, row, lit, gains, room.development);
    clouds?.coverRow(canvas, row, canvas.inks);
  }
}

function developRow(
  { width, inks, tones }: Canvas,
  row: number,
  lit: Uint8Array,
  gains: Float32Array,
  { light, curve }: Development,
): void {
  const [redLight, greenLight, blueLight] = light;
  const [red, green, blue] = curve;
  for (let x = 0, at = row * width; x < width; x++, at++) {
    const color = inks[at]!;
    const tone = (tones[at]! * gains[x]!) | 0;
    const sun = lit[at]!;
    inks[at] =
      (red[((color >>> 20) * tone * redLight[sun]!) >> curveShift]! << 20) |
      (green[(((color >>> 10) & 1023) * tone * greenLight[sun]!) >> curveShift]! << 10) |
      blue[((color & 1023) * tone * blueLight[sun]!) >> curveShift]!;
  }
}

/** The middle byte of each lane after a sum of four. */
const lanes = (255 << 20) | (255 << 10) | 255;

/** The camera's own softness: each pixel with its neighbours, 1 6 1 both ways, all three colors in one sum. */
export function soften(seen: Uint32Array, width: number, first: number, last: number): void {
  for (let row = first; row < last; row++) {
    const base = row * width;
    let before = seen[base]!;
    for (let at = base; at < base + width - 1; at++) {
      const here = seen[at]!;
      seen[at] = ((here + (((before + 2 * here + seen[at + 1]!) >>> 2) & lanes)) >>> 1) & lanes;
      before = here;
    }
  }
  const above = seen.slice(first * width, (first + 1) * width);
  for (let row = first; row < last - 1; row++) {
    const base = row * width;
    for (let x = 0; x < width; x++) {
      const here = seen[base + x]!;
      seen[base + x] = ((here + (((above[x]! + 2 * here + seen[base + width + x]!) >>> 2) & lanes)) >>> 1) & lanes;
      above[x] = here;
    }
  }
}
