import { describe, expect, test } from 'vitest';
import { type PixelRings, pixelArea } from '../../../server/src/imagery/cut/pixel-area.ts';
import type { PixelWindow, Samples } from '../../../server/src/imagery/pixels.ts';
import type { OpenImage } from '../../../server/src/imagery/ports.ts';
import { type Random, createRandom, testSeed } from '../../support/seeded-random.ts';
import { isInArea, randomPolygons } from '../cut/random-rings.ts';
import { cutBytes } from '../support/cut-bytes.ts';
import { type ImageToMake, ascii } from '../support/make-image.ts';
import { openBytes, wholeLevel } from '../support/open-bytes.ts';
import { type LevelToMake, groundFields, groundedImage, sourceTiff } from '../support/source-image.ts';
import { sized } from '../../support/sized.ts';

const seed = testSeed();
const tile = 128;

/** A level as plain arrays: what the cut must hold, computed pixel by pixel. */
type Plain = { readonly width: number; readonly height: number; readonly samples: Samples; readonly valid: Uint8Array };

type Scene = {
  readonly kind: ImageToMake;
  readonly validity: 'all' | 'mask' | 'nodata';
  readonly nodata: number;
  readonly levels: readonly LevelToMake[];
};

function randomScene(random: Random): Scene {
  // Stored so that its tiles can be copied, most times.
  const isCopied = random.chance(0.7);
  const [width, height] = random.chance(0.2)
    ? [1 + random.below(200), 1 + random.below(200)]
    : [200 + random.below(260), 150 + random.below(250)];
  const bands = random.pick([1, 3, 4]);
  const bits = random.pick([8, 16] as const);
  const validity = random.pick(['all', 'mask', 'nodata'] as const);
  const nodata = random.pick([0, 9]);
  const kind: ImageToMake = {
    ...groundedImage,
    width,
    height,
    bands,
    bits,
    packing: isCopied ? 'adobe-deflate' : random.pick(['adobe-deflate', 'lzw', 'none'] as const),
    arrangement: isCopied || random.chance(0.5) ? 'pixels' : 'planes',
    order: isCopied || random.chance(0.5) ? 'little' : 'big',
    isBig: random.chance(0.3),
    blocks: isCopied || validity === 'mask' || random.chance(0.5) ? [tile, tile] : 40,
    fields: validity === 'nodata' ? { ...groundFields, 42113: ascii(String(nodata)) } : groundFields,
  };
  const factors = [1, 2, 4].slice(0, 1 + random.below(3));
  const levels = factors.map((factor) => {
    const size = [Math.ceil(width / factor), Math.ceil(height / factor)] as const;
    return drawLevel(random, size, bands, bits, validity === 'nodata' ? nodata : null, validity === 'mask');
  });
  return { kind: kind.packing === 'none' ? { ...kind, predictor: 1 } : kind, validity, nodata, levels };
}

/** Every level has pixels of its own, so that one taken for another shows. */
function drawLevel(
  random: Random,
  [width, height]: readonly [number, number],
  bands: number,
  bits: 8 | 16,
  nodata: number | null,
  hasMask: boolean,
): LevelToMake {
  const most = bits === 8 ? 256 : 65_536;
  const [a, b, c] = [random.below(most), random.below(most), 1 + random.below(97)];
  const kind = bits === 8 ? Uint8Array : Uint16Array;
  const samples = new kind(width * height * bands);
  for (let at = 0; at < samples.length; at++) samples[at] = (a + (at % width) * c + Math.floor(at / 7) * b) % most;
  const hole = (at: number) => Math.floor(at / width) % 50 < 20 && (at % width) % 70 > 40;
  if (nodata !== null) {
    for (let at = 0; at < width * height; at++) if (hole(at)) samples.fill(nodata, at * bands, (at + 1) * bands);
  }
  const mask = Uint8Array.from({ length: width * height }, (_, at) => (hole(at) ? 0 : 255));
  return { width, height, samples, ...(hasMask ? { mask } : {}) };
}

function randomCut(random: Random, { width, height }: { width: number; height: number }): PixelWindow {
  if (random.chance(0.25)) return { column: 0, row: 0, width, height };
  const grain = random.pick([1, 2, tile, tile]);
  const start = (most: number) => Math.floor(random.below(most) / grain) * grain;
  const [column, row] = [start(width), start(height)];
  return { column, row, width: 1 + random.below(width - column), height: 1 + random.below(height - row) };
}

/** Anything; or most of the window with a hole, so that tiles lie inside. */
function randomArea(random: Random, { width, height }: PixelWindow): readonly PixelRings[] {
  if (random.chance(0.4)) return randomPolygons(random, Math.max(width, height));
  const corner = random.next() * 30;
  const outer = [
    [-5, -5],
    [width, -5],
    [width + 7, height],
    [corner, height - corner],
    [-5, -5],
  ] as const;
  const [x, y] = [random.below(width), random.below(height)];
  return [
    [
      outer,
      [
        [x, y],
        [x + 9.5, y],
        [x + 9.5, y + 30],
        [x, y],
      ],
    ],
  ];
}

/** The rule in plain words: a level of the source where one has these pixels, else averages of the level below. */
function expectedLevels(scene: Scene, window: PixelWindow, polygons: readonly PixelRings[] | null): Plain[] {
  const { kind, validity, nodata, levels: source } = scene;
  const { bands, bits } = kind;
  // Strips become tiles of the usual size.
  const tileSize = typeof kind.blocks === 'number' ? 512 : tile;
  const fill = validity === 'nodata' ? nodata : 0;
  const array = (length: number) => (bits === 8 ? new Uint8Array(length) : new Uint16Array(length));
  const out: Plain[] = [];
  let [width, height] = [window.width, window.height];
  for (let level = 0; ; level++) {
    const factor = 2 ** level;
    const from = source[level];
    const hasSame = from !== undefined && window.column % factor === 0 && window.row % factor === 0;
    const [samples, valid] = [array(width * height * bands).fill(fill), new Uint8Array(width * height)];
    const below = out.at(-1);
    const small = polygons?.map((rings) =>
      rings.map((ring) => ring.map(([x, y]) => [x / factor, y / factor] as const)),
    );
    for (let at = 0; at < width * height; at++) {
      const [column, row] = [at % width, Math.floor(at / width)];
      if (hasSame) {
        const pixel = (row + window.row / factor) * from.width + column + window.column / factor;
        const own = from.samples.subarray(pixel * bands, (pixel + 1) * bands);
        const isData =
          validity === 'mask' ? from.mask![pixel] !== 0 : validity === 'all' || own.some((v) => v !== nodata);
        if (!isData || (small !== undefined && !isInArea(small, column, row))) continue;
        samples.set(own, at * bands);
        valid[at] = 255;
      } else {
        const four = [0, 1]
          .flatMap((down) => [0, 1].map((across) => [column * 2 + across, row * 2 + down] as const))
          .map(([x, y]) => Math.min(y, below!.height - 1) * below!.width + Math.min(x, below!.width - 1))
          .filter((pixel) => below!.valid[pixel] !== 0);
        if (four.length === 0) continue;
        for (let band = 0; band < bands; band++) {
          const sum = four.reduce((total, pixel) => total + below!.samples[pixel * bands + band]!, 0);
          samples[at * bands + band] = Math.floor(sum / four.length + 0.5);
        }
        valid[at] = 255;
      }
    }
    out.push({ width, height, samples, valid });
    if (width <= tileSize && height <= tileSize) return out;
    [width, height] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  }
}

async function expectLevels(image: OpenImage, wanted: readonly Plain[], hasMask: boolean, what: string): Promise<void> {
  expect(
    image.info.levels.map(({ width, height }) => [width, height]),
    `in ${what}`,
  ).toEqual(wanted.map(({ width, height }) => [width, height]));
  for (const [level, plain] of wanted.entries()) {
    const read = await image.readPixels(level, wholeLevel(image, level));
    const bands = read.bands.length;
    const wrong: number[] = [];
    for (let at = 0; at < plain.valid.length && wrong.length < 5; at++) {
      if (hasMask && (read.mask?.[at] ?? 255) !== plain.valid[at]) wrong.push(at);
      // Under a mask a copied tile keeps what it has.
      if (hasMask && plain.valid[at] === 0) continue;
      for (let band = 0; band < bands; band++) {
        if (read.samples[at * bands + band] !== plain.samples[at * bands + band]) wrong.push(at);
      }
    }
    expect(wrong, `${what}, level ${level}`).toEqual([]);
  }
}

describe('cuts of random images, windows and polygons', () => {
  test('hold, on every level, what the rule says, pixel by pixel', async () => {
    const random = createRandom(seed);
    let copies = 0;
    for (let round = 0; round < sized(10, 100); round++) {
      const scene = randomScene(random);
      const window = randomCut(random, scene.levels[0]!);
      const polygons = random.chance(0.3) ? null : randomArea(random, window);
      const source = await openBytes(sourceTiff(scene.kind, scene.levels));
      const stored = new Set<unknown>();
      const watched: OpenImage = {
        ...source,
        readStoredBlock: (address) => {
          stored.add(JSON.stringify(address));
          return source.readStoredBlock(address);
        },
      };
      const made = await cutBytes(watched, { window, ...(polygons === null ? {} : { area: pixelArea(polygons) }) });
      copies += stored.size;
      const image = await openBytes(made.bytes);
      const what = `seed ${seed}, round ${round}`;
      expect(image.info.isCloudOptimized, `in ${what}`).toBe(true);
      const hasMask = scene.validity === 'mask' || (scene.validity === 'all' && polygons !== null);
      expect(image.info.validity, `in ${what}`).toBe(hasMask ? 'mask' : scene.validity);
      const [, , c, , , f] = image.info.pixelToWorld!;
      expect([c, f], `in ${what}`).toEqual([500_000 + window.column / 2, 5_400_000 - window.row / 2]);
      await expectLevels(image, expectedLevels(scene, window, polygons), hasMask, what);
    }
    expect(copies).toBeGreaterThan(2);
  });
});
