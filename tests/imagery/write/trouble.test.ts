import { mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTiffReader } from '../../../server/src/adapters/tiff/tiff-reader.ts';
import type { ByteSink } from '../../../server/src/adapters/tiff/write/assemble.ts';
import { cutCog } from '../../../server/src/adapters/tiff/write/cut-cog.ts';
import { writeWhole } from '../../../server/src/adapters/node/write-whole.ts';
import { pixelArea } from '../../../server/src/imagery/cut/pixel-area.ts';
import type { OpenImage } from '../../../server/src/imagery/ports.ts';
import { cpuMs } from '../../support/cpu-ms.ts';
import { openFilesBelow } from '../../support/open-files.ts';
import { createRandom, testSeed } from '../../support/seeded-random.ts';
import { cutBytes } from '../support/cut-bytes.ts';
import { type ImageToMake, directoryOf, makeTiff, plainImage } from '../support/make-image.ts';
import { openBytes } from '../support/open-bytes.ts';
import { groundedImage } from '../support/source-image.ts';
import { buildTiff } from '../support/tiff-builder.ts';

const kind: ImageToMake = { ...groundedImage, width: 700, height: 650 };
const window = { column: 0, row: 0, width: 700, height: 650 };
const triangle = pixelArea([
  [
    [
      [3, 3],
      [690, 40],
      [300, 640],
      [3, 3],
    ],
  ],
]);

const noise = (() => {
  const random = createRandom(testSeed());
  return Uint8Array.from({ length: 700 * 650 * 3 }, () => random.below(256));
})();
/** Noise, so that the file is larger than what is read of it at once. */
const directory = directoryOf(kind, noise);
const sourceBytes = buildTiff({ order: 'little', isBig: false, directories: [directory] });

const damaged = () => {
  const blocks = directory.blocks.map((block, index) => (index === 7 ? Buffer.alloc(block!.length, 0xab) : block));
  return openBytes(buildTiff({ order: 'little', isBig: false, directories: [{ ...directory, blocks }] }));
};

let folder = '';
let openFolder = '';
const unheard: unknown[] = [];
const hear = (cause: unknown) => void unheard.push(cause);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'swath-trouble-'));
  openFolder = mkdtempSync(join(tmpdir(), 'swath-sources-'));
  process.on('unhandledRejection', hear);
});
afterAll(() => {
  process.off('unhandledRejection', hear);
  for (const each of [folder, openFolder]) rmSync(each, { recursive: true, force: true });
});
afterEach(async () => {
  // Failures that nobody hears come a turn later.
  await new Promise((resolve) => setTimeout(resolve, 20));
  if (unheard.length > 0) throw new Error(`nobody heard ${String(unheard.splice(0)[0])}`);
  for (const each of readdirSync(folder)) rmSync(join(folder, each));
});

/** Fails as said, leaves no file, no spool, and nothing open. */
async function expectNothingLeft(
  image: OpenImage,
  options: {
    readonly area?: typeof triangle;
    readonly signal?: AbortSignal;
    readonly sink?: (sink: ByteSink) => ByteSink;
  },
): Promise<unknown> {
  const { sink: around = (sink: ByteSink) => sink, ...more } = options;
  const failure: unknown = await writeWhole(join(folder, 'out.tif'), (sink) =>
    cutCog(image, around(sink), { window, spoolFolder: folder, ...more }),
  ).catch((cause: unknown) => cause);
  expect(readdirSync(folder)).toEqual([]);
  expect(openFilesBelow(folder)).toEqual([]);
  return failure;
}

describe('sources in trouble', () => {
  test('a damaged tile at the edge: said clearly and soon, nothing is left', async () => {
    const start = cpuMs();
    const failure = await expectNothingLeft(await damaged(), { area: triangle });
    expect(failure).toMatchObject({ kind: 'invalid_parameters', message: expect.stringContaining('damaged') });
    expect(cpuMs() - start).toBeLessThan(2000);
  });

  test('a file that becomes shorter while it is cut is a conflict', async () => {
    const path = join(openFolder, 'shrinks.tif');
    writeFileSync(path, sourceBytes);
    const image = await createTiffReader({ localRoots: [openFolder] }).open(path);
    truncateSync(path, sourceBytes.length - 1000);
    expect(await expectNothingLeft(image, { area: triangle })).toMatchObject({ kind: 'conflict' });
    await image.close();
  });

  test('a file that becomes another between planning and copying is a conflict', async () => {
    const path = join(openFolder, 'changes.tif');
    writeFileSync(path, sourceBytes);
    const image = await createTiffReader({ localRoots: [openFolder] }).open(path);
    const sink = (inner: ByteSink): ByteSink => ({
      write: async (bytes) => {
        utimesSync(path, 1, 1);
        await inner.write(bytes);
      },
    });
    expect(await expectNothingLeft(image, { sink })).toMatchObject({ kind: 'conflict' });
    await image.close();
  });

  test('an image without georeference is refused as such', async () => {
    const image = await openBytes(makeTiff(plainImage));
    await expect(cutBytes(image, { window: { column: 0, row: 0, width: 9, height: 9 } })).rejects.toMatchObject({
      kind: 'invalid_parameters',
      message: 'the image has no georeference',
    });
  });

  test.each([
    { column: -1, row: 0, width: 10, height: 10 },
    { column: 0, row: 0, width: 701, height: 10 },
    { column: 0, row: 640, width: 10, height: 11 },
    { column: 0, row: 0, width: 0, height: 10 },
    { column: 0.5, row: 0, width: 10, height: 10 },
    { column: 0, row: 0, width: Number.NaN, height: 10 },
  ])('%j does not lie in the image', async (wrong) => {
    const image = await openBytes(sourceBytes);
    await expect(cutBytes(image, { window: wrong })).rejects.toMatchObject({
      kind: 'invalid_parameters',
      message: 'the window does not lie in the image (700 x 650)',
    });
  });
});

describe('sinks and callers in trouble', () => {
  test.each([1, 2])('a disk that is full at piece %d: its error, nothing is left', async (good) => {
    const image = await openBytes(sourceBytes);
    let pieces = 0;
    const sink = (inner: ByteSink): ByteSink => ({
      write: (bytes) => (pieces++ < good ? inner.write(bytes) : Promise.reject(new Error('ENOSPC'))),
    });
    expect(await expectNothingLeft(image, { sink })).toMatchObject({ message: 'ENOSPC' });
    expect(pieces).toBe(good + 1);
  });

  test('a caller who leaves while tiles are made', async () => {
    const leaving = new AbortController();
    const source = await openBytes(sourceBytes);
    let reads = 0;
    const image: OpenImage = {
      ...source,
      readPixels: (...wanted) => {
        if (++reads === 3) leaving.abort(new Error('gone'));
        return source.readPixels(...wanted);
      },
    };
    const failure = await expectNothingLeft(image, { area: triangle, signal: leaving.signal });
    expect(failure).toMatchObject({ message: 'gone' });
    expect(reads).toBeLessThan(12);
  });

  test('a caller who leaves while tiles are copied into the file', async () => {
    const leaving = new AbortController();
    const image = await openBytes(sourceBytes);
    let pieces = 0;
    const sink = (inner: ByteSink): ByteSink => ({
      write: (bytes) => {
        pieces += 1;
        leaving.abort(new Error('gone'));
        return inner.write(bytes);
      },
    });
    expect(await expectNothingLeft(image, { sink, signal: leaving.signal })).toMatchObject({ message: 'gone' });
    expect(pieces).toBe(1);
  });

  test('a caller who has left before', async () => {
    const image = await openBytes(sourceBytes);
    const failure = await expectNothingLeft(image, { signal: AbortSignal.abort(new Error('gone')) });
    expect(failure).toMatchObject({ message: 'gone' });
  });

  test('what was there under the name stays until the new file is whole', async () => {
    const path = join(folder, 'kept.tif');
    writeFileSync(path, 'before');
    await expect(writeWhole(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(readFileSync(path, 'utf8')).toBe('before');
    await writeWhole(path, (sink) => sink.write(Buffer.from('after')));
    expect(readFileSync(path, 'utf8')).toBe('after');
    expect(readdirSync(folder)).toEqual(['kept.tif']);
  });

  test('names with odd characters', async () => {
    for (const name of ['ä b%20"\'$(x);&\u202e.tif', '-rf.tif', '名前\n.tif', `${'n'.repeat(200)}.tif`]) {
      await writeWhole(join(folder, name), (sink) => sink.write(Buffer.from('x')));
      expect(readFileSync(join(folder, name), 'utf8')).toBe('x');
    }
  });

  test('a folder that is not there', async () => {
    const image = await openBytes(sourceBytes);
    const nowhere = join(folder, 'nowhere');
    await expect(
      writeWhole(join(nowhere, 'out.tif'), (sink) => cutCog(image, sink, { window, spoolFolder: folder })),
    ).rejects.toMatchObject({ code: 'ENOENT' });
    expect(
      await writeWhole(join(folder, 'out.tif'), (sink) => cutCog(image, sink, { window, spoolFolder: nowhere })).catch(
        (cause: unknown) => cause,
      ),
    ).toMatchObject({ code: 'ENOENT' });
    expect(readdirSync(folder)).toEqual([]);
  });
});
