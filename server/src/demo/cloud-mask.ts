import { footprintOf } from '../imagery/item/footprint.ts';
import type { Geometry } from '../geometry/geojson.ts';
import type { Projection } from '../imagery/ports.ts';
import type { CloudCover } from './paint/clouds.ts';
import type { SceneFrame } from './scene-frame.ts';
import type { Scene } from './scene.ts';

/** Pixels that one cell of the mask stands for. */
const cellPixels = 16;

/** Where a scene is covered: a small mask over its pixels, and the share of its footprint in percent. */
export type CloudMask = {
  readonly width: number;
  readonly height: number;
  readonly mask: Uint8Array;
  readonly percent: number;
};

export function cloudMask({ gsd }: Scene, frame: SceneFrame, clouds: CloudCover | null): CloudMask {
  const [width, height] = [Math.ceil(frame.width / cellPixels), Math.ceil(frame.height / cellPixels)];
  const mask = new Uint8Array(width * height);
  let [covered, all] = [0, 0];
  for (let row = 0; row < height; row++) {
    const line = Math.min(frame.height - 1, row * cellPixels + cellPixels / 2);
    const [start, end] = frame.span(line);
    for (let column = 0; column < width; column++) {
      const pixel = column * cellPixels + cellPixels / 2;
      if (pixel < start || pixel >= end) continue;
      all += 1;
      const opacity = clouds?.opacityAt(frame.west + pixel * gsd, frame.north - line * gsd) ?? 0;
      if (opacity < 0.5) continue;
      covered += 1;
      mask[row * width + column] = 255;
    }
  }
  return { width, height, mask, percent: Math.round((1000 * covered) / Math.max(1, all)) / 10 };
}

/** The outline of the clouds in degrees; null where the sky is clear. */
export function cloudOutline(
  scene: Scene,
  frame: SceneFrame,
  clouds: CloudMask,
  toDegrees: Projection,
): Geometry | null {
  if (clouds.percent === 0) return null;
  const [x, y] = scene.place.origin;
  const sample = {
    of: { width: frame.width, height: frame.height },
    width: clouds.width,
    height: clouds.height,
    columnStep: cellPixels,
    rowStep: cellPixels,
    bands: [0],
    samples: clouds.mask,
    mask: clouds.mask,
  };
  const pixelToWorld = [scene.gsd, 0, x + frame.west, 0, -scene.gsd, y + frame.north] as const;
  return footprintOf(sample, pixelToWorld, toDegrees);
}
