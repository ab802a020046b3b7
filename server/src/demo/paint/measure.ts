import { hash } from '../noise/random.ts';
import { rowIn } from '../noise/scalar-grid.ts';
import type { CanvasPlace } from './canvas.ts';
import type { Darkroom } from './develop.ts';
import { noise, noiseMask } from './read-out.ts';
import type { LitCanvas } from './studio.ts';

/** A digital number is a ten-thousandth of reflectance. */
const perReflectance = 10_000;
const inkSteps = 1600;
/** What the air adds to blue, green, red and near infrared. */
const airlight = [180, 110, 60, 25];

/** Blue, green, red and near infrared of a block: what a scientific camera would measure. */
export function measure(painted: LitCanvas, place: CanvasPlace, seed: number, room: Darkroom): Uint16Array {
  const { canvas, lit, left, top } = painted;
  const [width, height] = [place.width + 2, place.height + 2];
  const wide = new Uint16Array(width * height * 4);
  const gains = new Float32Array(canvas.width);
  const [redLight, greenLight, blueLight] = room.development.light;
  for (let row = 0; row < height; row++) {
    const line = top - 1 + row;
    rowIn(room.brightness, canvas.west, canvas.north - (line + 0.5) * canvas.gsd, canvas.gsd, gains);
    let dice = hash(place.row + row, place.column, seed) & noiseMask;
    for (let column = 0; column < width; column++) {
      const at = line * canvas.width + left - 1 + column;
      const color = canvas.inks[at]!;
      const sun = lit[at]!;
      const scale = ((canvas.tones[at]! / 128) * gains[left - 1 + column]! * perReflectance) / inkSteps / 256;
      const red = color >>> 20;
      const green = (color >>> 10) & 1023;
      const blue = color & 1023;
      const to = (row * width + column) * 4;
      wide[to] = blue * blueLight[sun]! * scale + airlight[0]! + 6 * noise[dice]!;
      wide[to + 1] = green * greenLight[sun]! * scale + airlight[1]! + 6 * noise[(dice + 911) & noiseMask]!;
      wide[to + 2] = red * redLight[sun]! * scale + airlight[2]! + 6 * noise[(dice + 7919) & noiseMask]!;
      wide[to + 3] =
        infrared(red, green, blue) * redLight[sun]! * scale +
        airlight[3]! +
        9 * noise[(dice + 15_013) & noiseMask]! +
        40;
      dice = (dice + 1) & noiseMask;
    }
  }
  return softened(wide, width, place);
}

/** Leaves are green and throw back most of the near infrared; water keeps it. In steps of ink. */
function infrared(red: number, green: number, blue: number): number {
  const leaves = Math.max(0, Math.min(1, (2.2 * (green - 1.08 * Math.max(red, blue))) / (green + 1)));
  const isWater = blue > red * 1.12 && green < 150;
  return isWater ? red * 0.45 : red * 1.25 + leaves * 0.4 * inkSteps;
}

/** The camera's softness, 1 6 1 both ways; the frame of one pixel is used up. */
function softened(wide: Uint16Array, width: number, place: CanvasPlace): Uint16Array {
  const result = new Uint16Array(place.width * place.height * 4);
  const line = width * 4;
  for (let row = 0; row < place.height; row++) {
    for (let at = 0; at < place.width * 4; at++) {
      const middle = (row + 1) * line + 4 + at;
      const across = wide[middle - 4]! + wide[middle + 4]!;
      const along = wide[middle - line]! + wide[middle + line]!;
      result[row * place.width * 4 + at] = Math.max(1, (across + along + 8 * wide[middle]! + 6) / 12);
    }
  }
  return result;
}
