import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeWhole } from '../../../../server/src/adapters/node/write-whole.ts';
import { writeCog } from '../../../../server/src/adapters/tiff/write/write-cog.ts';
import { jpegQuality } from '../../../../server/src/imagery/jpeg-quality.ts';
import type { OpenImage } from '../../../../server/src/imagery/ports.ts';
import { rasterOfImage } from '../../../../server/src/imagery/raster-of-image.ts';
import { findGdal } from '../../support/gdal.ts';
import { type GdalCut, type GdalCuts, cutWithGdal } from './gdal-cuts.ts';
import { jpegSources } from './sources.ts';

const python = findGdal();

const whole = { column: 0, row: 0, width: 830, height: 650 };
/** Tiles of 256 pixels in the middle lie inside, tiles around them on its edge or outside. */
const around = [
  [
    [-20, -10],
    [830.5, 40],
    [790, 645],
    [300.5, 630],
    [270, 660],
    [-20, -10],
  ],
] as const;

/** No GDAL writes 4:4:4 when asked for YCbCr, so this one is ours. */
const fullChroma = 'jpeg-444';
const names = [...jpegSources.map(({ name }) => name), fullChroma];

const cuts: readonly GdalCut[] = names.flatMap((source) => [
  { name: `${source}, whole`, source, window: whole, polygons: null },
  { name: `${source}, polygon`, source, window: whole, polygons: [around] },
  {
    name: `${source}, unaligned`,
    source,
    window: { column: 9, row: 31, width: 600, height: 500 },
    polygons: [
      [
        [
          [10, 10],
          [580, 40],
          [300, 490],
          [10, 10],
        ],
      ],
    ],
  },
]);

/** Its tiles are copied without the tables that they need. */
const withoutTables = (image: OpenImage): OpenImage => ({
  ...image,
  info: {
    ...image.info,
    levels: image.info.levels.map((level) => ({ ...level, encoding: { ...level.encoding, jpegTables: null } })),
  },
});

const control: GdalCut = { ...cuts[1]!, name: 'control', disguise: withoutTables };

let made: GdalCuts | null = null;
beforeAll(async () => {
  if (python === null) return;
  made = await cutWithGdal(python, jpegSources, [...cuts, control], async (folder, open) => {
    const image = await open('jpeg-95');
    const format = { compression: 'jpeg', quality: 95, subsampling: '4:4:4' } as const;
    await writeWhole(join(folder, `${fullChroma}.tif`), (sink) =>
      writeCog(rasterOfImage(image), sink, {
        format,
        tileSize: 256,
        spoolFolder: folder,
        metadata: image.info.metadata,
      }),
    );
    await image.close();
  });
}, 120_000);
afterAll(() => made?.remove());

describe.skipIf(python === null)('cuts of JPEG', () => {
  test.each(cuts)('$name: a sound COG; copied tiles are the source’s, edges nearly', ({ name, window }) => {
    const found = made!.found[name]!;
    expect(found).toMatchObject({ errors: [], warnings: [], layout: 'COG', masks: 0, copies: 0 });
    const transform = [500_000 + window.column / 2, 0.5, 0, 5_400_000 - window.row / 2, 0, -0.5];
    expect(found.about).toEqual({ ...found.sourceAbout, transform });
    expect(found.valid).toBeGreaterThan(50_000);
    expect(found.mean).toBeLessThan(2);
  });

  test('some tiles were copied and others made anew, in one file', () => {
    const copied = names.map((name) => made!.copiedTiles.get(`${name}, polygon`)!);
    expect(copied.filter((count) => count > 0 && count < 12).length).toBeGreaterThan(3);
    expect(names.map((name) => made!.copiedTiles.get(`${name}, unaligned`))).toEqual(names.map(() => 0));
    expect(made!.found['jpeg-75, polygon']!.mean).toBeGreaterThan(0);
  });

  test.each(names)('%s: the whole has the checksums of its source on every level, mask included', (name) => {
    const { checksums, sourceChecksums, pixels } = made!.found[`${name}, whole`]!;
    expect(sourceChecksums!.length).toBeGreaterThan(1);
    expect(checksums).toEqual(sourceChecksums);
    expect(pixels).toBe(0);
  });

  test('copied without their tables, tiles would be unreadable or others: that would have shown', () => {
    const { unreadable, copies } = made!.found['control']!;
    expect(unreadable !== undefined || copies > 0).toBe(true);
  });

  test.each([
    ['jpeg-75, unaligned', [2, 2], 75],
    ['jpeg-444, unaligned', [1, 1], 95],
    ['jpeg-grey, unaligned', [1, 1], 85],
  ] as const)('%s: made anew as its source was made', async (name, subsampling, quality) => {
    const image = await made!.open(name);
    expect(image.info.levels.map(({ encoding }) => encoding.chromaSubsampling)).toEqual(
      image.info.levels.map(() => subsampling),
    );
    const block = await image.readStoredBlock({ level: 0, of: 'pixels', column: 1, row: 0, plane: 0 });
    expect(jpegQuality(block!)).toBe(quality);
    await image.close();
  });

  test.each([75, 85, 95])('QUALITY=%d is found in the tables', async (quality) => {
    const image = await made!.open(`jpeg-${quality}`);
    const tables = image.info.levels.map(({ encoding }) => jpegQuality(encoding.jpegTables!));
    expect(tables).toEqual(image.info.levels.map(() => quality));
    await image.close();
  });
});
