import { createRandom } from '../noise/random.ts';
import { type Canvas, heightSteps } from './canvas.ts';
import type { Ink } from './ink.ts';
import { type SunVector, lightOn } from './sun.ts';

export type TreeKind = 'broadleaf' | 'conifer' | 'bush';

/** A crown from above, lit: `heights` are 0 where it lets the ground through. */
export type Sprite = { readonly side: number; readonly tones: Uint8Array; readonly heights: Uint8Array };

export type SpriteBox = { pick(kind: TreeKind, radiusMetres: number, variant: number): Sprite };

const variants = 7;
const sizesPerMetre = 2;
const kinds: readonly TreeKind[] = ['broadleaf', 'conifer', 'bush'];

/** Crowns for one ground size and one sun, each made when it is first asked for. */
export function createSpriteBox(gsd: number, sun: SunVector): SpriteBox {
  const made = new Map<number, Sprite>();
  return {
    pick(kind, radiusMetres, variant) {
      const size = Math.max(1, Math.round(radiusMetres * sizesPerMetre));
      const key = (size * kinds.length + kinds.indexOf(kind)) * variants + (variant % variants);
      let sprite = made.get(key);
      if (sprite === undefined) made.set(key, (sprite = crown(kind, size / sizesPerMetre, gsd, sun, key)));
      return sprite;
    },
  };
}

type Blob = readonly [x: number, y: number, radius: number, base: number];

function crown(kind: TreeKind, radius: number, gsd: number, sun: SunVector, seed: number): Sprite {
  const random = createRandom(seed + 900_000);
  const blobs = blobsOf(kind, radius, random);
  const side = 2 * Math.ceil((radius * 1.15) / gsd) + 1;
  const surface = new Float32Array(side * side);
  const [tones, heights] = [new Uint8Array(side * side), new Uint8Array(side * side)];
  const middle = (side - 1) / 2;
  for (let at = 0; at < side * side; at++) {
    surface[at] = surfaceAt(blobs, kind, radius, ((at % side) - middle) * gsd, (middle - Math.floor(at / side)) * gsd);
  }
  for (let at = 0; at < side * side; at++) {
    const above = surface[at]!;
    if (above <= 0 || random.chance(0.04)) continue;
    const east = ((surface[at + 1] ?? 0) - (surface[at - 1] ?? 0)) / (2 * gsd);
    const north = ((surface[at - side] ?? 0) - (surface[at + side] ?? 0)) / (2 * gsd);
    const light = Math.min(1.6, lightOn(sun, clamp(east), clamp(north)));
    tones[at] = Math.max(20, Math.min(250, 128 * (0.38 + 0.6 * light) * random.between(0.78, 1.22)));
    heights[at] = Math.max(1, Math.min(255, Math.round(above * heightSteps)));
  }
  return { side, tones, heights };
}

const clamp = (rise: number) => Math.max(-1.8, Math.min(1.8, rise));

function blobsOf(kind: TreeKind, radius: number, random: ReturnType<typeof createRandom>): readonly Blob[] {
  if (kind === 'conifer') return [[0, 0, radius, radius * 3.2]];
  const count = kind === 'bush' ? 5 : 5 + Math.round(radius * 2.5);
  const tall = kind === 'bush' ? 0.6 : 1.15;
  return Array.from({ length: count }, (_, at) => {
    const far = at === 0 ? 0 : radius * random.between(0.25, 0.68);
    const [x, y] = [random.between(-1, 1), random.between(-1, 1)];
    const length = Math.sqrt(x * x + y * y) || 1;
    const size = at === 0 ? radius * 0.72 : radius * random.between(0.26, 0.46);
    return [(x / length) * far, (y / length) * far, size, radius * tall * random.between(0.8, 1.15)];
  });
}

function surfaceAt(blobs: readonly Blob[], kind: TreeKind, radius: number, x: number, y: number): number {
  let highest = 0;
  for (const [bx, by, size, base] of blobs) {
    const [dx, dy] = [x - bx, y - by];
    const square = size * size - dx * dx - dy * dy;
    if (square <= 0) continue;
    if (kind !== 'conifer') highest = Math.max(highest, base + Math.sqrt(square));
    else highest = Math.max(highest, coneAt(dx, dy, radius, base));
  }
  return highest;
}

/** Whorls of branches: a cone with a star as its base. */
function coneAt(x: number, y: number, radius: number, tall: number): number {
  const far = Math.sqrt(x * x + y * y);
  const [u, v] = far === 0 ? [0, 0] : [x / far, y / far];
  // The cosine of eight times the angle, by doubling three times.
  const two = u * u - v * v;
  const four = 2 * two * two - 1;
  const star = 1 - 0.1 * (1 - (2 * four * four - 1));
  const within = 1 - far / (radius * star);
  return within <= 0 ? 0 : tall * (0.35 + 0.65 * within);
}

/** Puts a crown on the canvas wherever nothing there is higher. */
export function stamp(canvas: Canvas, sprite: Sprite, x: number, y: number, color: Ink): void {
  const { side, tones, heights } = sprite;
  const left = Math.round((x - canvas.west) / canvas.gsd - side / 2);
  const top = Math.round((canvas.north - y) / canvas.gsd - side / 2);
  const firstRow = Math.max(0, -top);
  const lastRow = Math.min(side, canvas.height - top);
  const first = Math.max(0, -left);
  const last = Math.min(side, canvas.width - left);
  for (let row = firstRow; row < lastRow; row++) {
    let to = (top + row) * canvas.width + left + first;
    let from = row * side + first;
    for (let column = first; column < last; column++, to++, from++) {
      const above = heights[from]!;
      if (above === 0 || above <= canvas.heights[to]!) continue;
      canvas.heights[to] = above;
      canvas.inks[to] = color;
      canvas.tones[to] = tones[from]!;
    }
  }
}
