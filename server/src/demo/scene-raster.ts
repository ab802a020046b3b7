import type { Band } from '../imagery/image.ts';
import type { PixelWindow, Pixels } from '../imagery/pixels.ts';
import type { Raster } from '../imagery/raster.ts';
import { hash } from './noise/random.ts';
import type { CanvasPlace } from './paint/canvas.ts';
import { measure } from './paint/measure.ts';
import { writeBytes } from './paint/read-out.ts';
import { type Studio, createStudio } from './paint/studio.ts';
import type { Scene } from './scene.ts';
import { type SceneFrame, frameOf } from './scene-frame.ts';

const blockSide = 1024;
/** One row of blocks of the widest scene, and what is asked for ahead of it. */
const keptBlocks = 7;

const band = (name: string, color: Band['color']): Band => ({ name, color, metadata: {} });
const visualBands = [band('red', 'red'), band('green', 'green'), band('blue', 'blue')];
const multispectralBands = [
  band('blue', 'undefined'),
  band('green', 'undefined'),
  band('red', 'undefined'),
  band('nir', 'undefined'),
];

type Block = { readonly place: CanvasPlace; readonly samples: Uint8Array | Uint16Array };

/** A scene as pixels that are painted when they are asked for. */
export function sceneRaster(scene: Scene, studio: Studio = createStudio(scene)): Raster {
  const frame = frameOf(scene);
  const isVisual = scene.kind === 'visual';
  const bands = isVisual ? visualBands : multispectralBands;
  const blockAt = createBlocks(scene, frame, studio);
  const [x, y] = scene.place.origin;
  const { gsd } = scene;
  return {
    width: frame.width,
    height: frame.height,
    crs: { epsg: scene.place.epsg },
    pixelToWorld: [gsd, 0, x + frame.west, 0, -gsd, y + frame.north],
    sampleType: isVisual ? 'uint8' : 'uint16',
    bands,
    hasMask: true,
    nodata: isVisual ? null : 0,
    read: (window, signal) => {
      signal?.throwIfAborted();
      return Promise.resolve(readWindow(window, frame, bands.length, blockAt, isVisual));
    },
  };
}

type BlockAt = (column: number, row: number) => Block | null;

function createBlocks(scene: Scene, frame: SceneFrame, studio: Studio): BlockAt {
  const kept = new Map<number, Block | null>();
  return (column, row) => {
    const key = row * 1000 + column;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const block = paintBlock(scene, frame, studio, column, row);
    kept.set(key, block);
    if (kept.size > keptBlocks) kept.delete(kept.keys().next().value!);
    return block;
  };
}

function paintBlock(scene: Scene, frame: SceneFrame, studio: Studio, column: number, row: number): Block | null {
  const place = dataIn(scene, frame, column * blockSide, row * blockSide);
  if (place === null) return null;
  const noise = hash(scene.seed, 99);
  if (scene.kind === 'multispectral')
    return { place, samples: measure(studio.paint(place), place, noise, studio.room) };
  const bytes = new Uint8Array(place.width * place.height * visualBands.length);
  return { place, samples: writeBytes(studio.expose(place), place, noise, bytes) };
}

/** The part of a block that the footprint reaches into: corners need no paint. */
function dataIn({ gsd }: Scene, frame: SceneFrame, left: number, top: number): CanvasPlace | null {
  const [right, bottom] = [Math.min(left + blockSide, frame.width), Math.min(top + blockSide, frame.height)];
  let [first, last, start, end] = [bottom, top, right, left];
  for (let row = top; row < bottom; row++) {
    const [from, to] = frame.span(row);
    if (Math.max(from, left) >= Math.min(to, right)) continue;
    first = Math.min(first, row);
    last = row + 1;
    start = Math.min(start, Math.max(from, left));
    end = Math.max(end, Math.min(to, right));
  }
  if (first >= last) return null;
  const corner = { west: frame.west + start * gsd, north: frame.north - first * gsd };
  return { column: start, row: first, width: end - start, height: last - first, gsd, ...corner };
}

function readWindow(window: PixelWindow, frame: SceneFrame, bands: number, blockAt: BlockAt, isByte: boolean): Pixels {
  const { width, height } = window;
  const samples = isByte ? new Uint8Array(width * height * bands) : new Uint16Array(width * height * bands);
  const mask = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const [start, end] = frame.span(window.row + y);
    const first = Math.max(0, start - window.column);
    const last = Math.min(width, end - window.column);
    for (let x = first; x < last;) {
      const column = Math.floor((window.column + x) / blockSide);
      const stop = Math.min(last, (column + 1) * blockSide - window.column);
      const block = blockAt(column, Math.floor((window.row + y) / blockSide));
      if (block !== null) {
        const from = (window.row + y - block.place.row) * block.place.width + window.column + x - block.place.column;
        samples.set(block.samples.subarray(from * bands, (from + stop - x) * bands), (y * width + x) * bands);
        mask.fill(255, y * width + x, y * width + stop);
      }
      x = stop;
    }
  }
  return { width, height, bands: Array.from({ length: bands }, (_, index) => index), samples, mask };
}
