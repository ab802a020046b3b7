import { fractalAt } from '../noise/noise.ts';
import { type ScalarGrid, gridOf, valueIn } from '../noise/scalar-grid.ts';
import { hash } from '../noise/random.ts';
import { momentOf } from '../moment.ts';
import { drawPlace } from '../places/draw.ts';
import { type Box, placeHalf } from '../places/place.ts';
import { frameOf } from '../scene-frame.ts';
import type { Scene } from '../scene.ts';
import type { Canvas, CanvasPlace } from './canvas.ts';
import { castShadows, shadowRun } from './cast-shadows.ts';
import { type CloudCover, createClouds } from './clouds.ts';
import { type Darkroom, develop, soften } from './develop.ts';
import { developmentOf } from './light.ts';
import { aroundBlock, paintCanvas } from './paint-block.ts';
import { type SunVector, lightOn, sunVector } from './sun.ts';
import { createSpriteBox } from './tree-sprites.ts';

/** A part of the scene in its light: the block that was asked for begins at `left`, `top`. */
export type LitCanvas = {
  readonly canvas: Canvas;
  /** The share of direct sun on each pixel, 0 to 255. */
  readonly lit: Uint8Array;
  readonly left: number;
  readonly top: number;
};

export type Studio = {
  readonly clouds: CloudCover | null;
  readonly room: Darkroom;
  /** What these return is valid until the next call. */
  paint(block: CanvasPlace): LitCanvas;
  /** As the camera saw it, before noise: the inks of the canvas are what it saw. */
  expose(block: CanvasPlace): LitCanvas;
};

export function createStudio(scene: Scene): Studio {
  const { place, air, gsd } = scene;
  const sun = sunVector(air.sun);
  const view = drawPlace(place.name)(momentOf(scene.datetime, place.isSouthern, scene.seed), sun, seenBy(scene));
  const run = shadowRun(air.sun, gsd);
  const sprites = createSpriteBox(gsd, sun);
  const clouds = scene.clouds === null ? null : createClouds(scene.clouds, air.sun, placeHalf);
  const room = { development: developmentOf(air), brightness: brightnessOf(scene, view.relief, sun), clouds };
  let canvas: Canvas | null = null;
  let lit = new Uint8Array();
  const paint = (block: CanvasPlace): LitCanvas => {
    const { left, top, ...around } = aroundBlock(block, run);
    canvas = paintCanvas(around, view, sprites, canvas);
    if (lit.length < canvas.inks.length) lit = new Uint8Array(canvas.inks.length);
    castShadows(canvas, run, lit);
    return { canvas, lit, left, top };
  };
  const expose = (block: CanvasPlace): LitCanvas => {
    const painted = paint(block);
    // One more row on either side: the camera mixes neighbours.
    const [first, last] = [painted.top - 1, painted.top + block.height + 1];
    develop(painted.canvas, painted.lit, room, first, last);
    soften(painted.canvas.inks, painted.canvas.width, first, last);
    return painted;
  };
  return { clouds, room, paint, expose };
}

function seenBy(scene: Scene): Box {
  const { west, north, width, height } = frameOf(scene);
  return [west, north - height * scene.gsd, west + width * scene.gsd, north];
}

/** Slopes that face the sun, a camera that sees the far side through more air, and thin unevenness of the air. */
function brightnessOf({ offNadir, viewAzimuth, seed, air }: Scene, relief: ScalarGrid, sun: SunVector): ScalarGrid {
  const tilt = offNadir * 0.0000035;
  const side = hash(Math.round(viewAzimuth), seed) % 2 === 0 ? 1 : -1;
  const reach = relief.step;
  return gridOf(placeHalf, relief.step, (x, y) => {
    const east = (valueIn(relief, x + reach, y) - valueIn(relief, x - reach, y)) / (2 * reach);
    const north = (valueIn(relief, x, y + reach) - valueIn(relief, x, y - reach)) / (2 * reach);
    const slope = 1 + 0.8 * (lightOn(sun, east, north) - 1);
    const thin = 1 + (0.02 + air.haze) * fractalAt(x / 700, y / 700, seed + 50, 2);
    return Math.max(0.3, Math.min(1.7, slope)) * thin * (1 + side * tilt * (x + y) * 0.7);
  });
}
