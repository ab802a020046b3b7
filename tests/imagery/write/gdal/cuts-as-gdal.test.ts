import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PixelRings } from '../../../../server/src/imagery/cut/pixel-area.ts';
import type { PixelWindow } from '../../../../server/src/imagery/pixels.ts';
import { findGdal } from '../../support/gdal.ts';
import { type GdalCut, type GdalCuts, asGdalwarp, cutWithGdal, judged } from './gdal-cuts.ts';
import { type GdalSource, deflateCogs, otherSources } from './sources.ts';

const python = findGdal();

const box = (left: number, top: number, right: number, bottom: number) =>
  [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
    [left, top],
  ] as const;

const whole = { column: 0, row: 0, width: 830, height: 650 };
const windows: Readonly<Record<string, PixelWindow>> = {
  whole,
  aligned: { column: 256, row: 0, width: 512, height: 600 },
  unaligned: { column: 37, row: 55, width: 611, height: 500 },
  halved: { column: 18, row: 4, width: 700, height: 640 },
};

const simple = [
  [
    [20.3, 10.7],
    [590.2, 60.1],
    [480.9, 480.4],
    [130.6, 390.8],
    [20.3, 10.7],
  ],
] as const;
const large = [
  [
    [-50.5, -20],
    [900, -31],
    [1000, 700.25],
    [400, 640.5],
    [-99, 655],
    [-50.5, -20],
  ],
] as const;
const shapes: Readonly<Record<string, readonly PixelRings[]>> = {
  simple: [simple],
  'with holes': [
    [
      ...large,
      [
        [100.2, 100.4],
        [200, 130],
        [150.5, 222.2],
        [100.2, 100.4],
      ],
      box(300, 300, 420, 330),
    ],
  ],
  'several parts': [
    [box(5, 5, 100.5, 90)],
    [box(300.25, 200, 601, 440), box(350, 250, 400, 300)],
    simple.map((ring) => ring.map(([x, y]) => [x / 9 + 120, y / 9] as const)),
  ],
  'at the edges': [[box(0, 0, 830, 650)]],
  'on lines of pixels': [[box(10, 20, 300, 400)]],
  'through centres, upright': [[box(10.5, 20, 300.5, 400)]],
  'through centres, level': [[box(10, 20.5, 300, 400.5)]],
  'through centres, the other way round': [[box(10.5, 20.5, 300.5, 400.5).toReversed()]],
  'through centres, aslant': [
    [
      [
        [10.5, 10.5],
        [210.5, 210.5],
        [10.5, 410.5],
        [10.5, 10.5],
      ],
    ],
  ],
  'a dot that hits': [[box(100.4, 100.4, 100.6, 100.6)]],
  'a dot that misses': [[box(100.6, 100.6, 100.9, 100.9)]],
  'larger than all': [[box(-500, -500, 2000, 2000)]],
  'beside the image': [[box(2000, 100, 2500, 500)]],
};

const cut = (source: GdalSource, window: string, shape: string | null): GdalCut => ({
  name: [source.name, window, shape ?? 'no polygon'].join(', '),
  source: source.name,
  window: windows[window]!,
  polygons: shape === null ? null : shapes[shape]!,
});

const [cog] = deflateCogs;
const everyShape = Object.keys(shapes).flatMap((shape) => [cut(cog!, 'whole', shape)]);
const everySource = [...deflateCogs, ...otherSources].flatMap((source, index) => [
  cut(source, 'whole', 'with holes'),
  index % 2 === 0 ? cut(source, 'aligned', 'several parts') : cut(source, 'unaligned', 'simple'),
]);
const noPolygon = [...deflateCogs.slice(0, 7), ...otherSources.slice(0, 6)].map((source, index) =>
  cut(source, index % 2 === 0 ? 'aligned' : 'halved', null),
);
const wholes = deflateCogs.map((source) => cut(source, 'whole', null));
const cuts = [
  ...new Map([...everyShape, ...everySource, ...noPolygon, ...wholes].map((each) => [each.name, each])).values(),
];

let made: GdalCuts | null = null;
const valid = (shape: string) => made!.found[`cog, whole, ${shape}`]!.valid;
const copied = (name: string) => made!.copiedTiles.get(name);

beforeAll(async () => {
  if (python !== null) made = await cutWithGdal(python, [...deflateCogs, ...otherSources], cuts);
}, 120_000);
afterAll(() => made?.remove());

describe.skipIf(python === null)('DEFLATE cuts are gdalwarp’s, pixel for pixel, mask for mask, and sound COGs', () => {
  test.each(cuts)('$name', ({ name, window }) => {
    const found = made!.found[name]!;
    expect(judged(found)).toEqual(asGdalwarp(found, window));
  });

  test('polygons left what they should leave', () => {
    expect([valid('a dot that hits'), valid('a dot that misses')]).toEqual([1, 0]);
    expect(valid('beside the image')).toBe(0);
    expect([valid('larger than all'), valid('at the edges')]).toEqual([830 * 650, 830 * 650]);
    expect(valid('on lines of pixels')).toBe(290 * 380);
  });

  test('tiles were copied where they can be', () => {
    expect(copied('cog, whole, no polygon')).toBe(12);
    expect(copied('cog, aligned, no polygon')).toBe(4);
    expect(copied('cog, whole, with holes')).toBeGreaterThan(4);
    expect(copied('cog-predicted, unaligned, simple')).toBe(0);
    expect(copied('big-endian, whole, with holes')).toBe(0);
  });
});

describe.skipIf(python === null)('copies of whole images have the checksums of their sources', () => {
  test.each(deflateCogs)('$name: on every level, mask included', ({ name }) => {
    const { checksums, sourceChecksums } = made!.found[`${name}, whole, no polygon`]!;
    expect(sourceChecksums!.length).toBeGreaterThan(1);
    expect(checksums).toEqual(sourceChecksums);
  });
});
