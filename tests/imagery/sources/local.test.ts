import {
  closeSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createTiffReader } from '../../../server/src/adapters/tiff/tiff-reader.ts';
import { directoryOf, drawSamples, makeTiff, plainImage } from '../support/make-image.ts';
import { wholeLevel } from '../support/open-bytes.ts';
import { sampleBytes } from '../support/sample-bytes.ts';
import { openFilesBelow } from '../../support/open-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'swath-local-'));
const path = join(folder, 'a scene.tif');
const picture = { ...plainImage, width: 300, height: 260, blocks: [64, 64] as const };
const reader = createTiffReader({ localRoots: [folder] });

symlinkSync('/etc/passwd', join(folder, 'link-out.tif'));
symlinkSync(path, join(folder, 'link-in.tif'));
beforeEach(() => writeFileSync(path, makeTiff(picture)));
afterAll(() => rmSync(folder, { recursive: true }));

describe('files of this machine', () => {
  test.each([
    ['a path', path],
    ['a file URL', pathToFileURL(path).href],
    ['a link that stays below the root', join(folder, 'link-in.tif')],
  ])('%s', async (_, location) => {
    const image = await reader.open(location);
    const { samples } = await image.readPixels(0, wholeLevel(image));
    expect(sampleBytes(samples).equals(sampleBytes(drawSamples(picture)))).toBe(true);
    await image.close();
  });

  test.each([
    [join(folder, 'nothing.tif'), 'not_found'],
    [`${folder}-beside/scene.tif`, 'forbidden'],
    [`${folder}/../scene.tif`, 'forbidden'],
    ['/etc/passwd', 'forbidden'],
    ['/nowhere/scene.tif', 'forbidden'],
    ['scene.tif', 'forbidden'],
    [join(folder, 'link-out.tif'), 'forbidden'],
    [`${path}/below`, 'not_found'],
    [folder, 'invalid_parameters'],
    ['file://elsewhere/scene.tif', 'invalid_parameters'],
    ['ftp://example.com/scene.tif', 'invalid_parameters'],
    ['http://', 'invalid_parameters'],
  ])('%s is %s', async (location, kind) => {
    await expect(reader.open(location)).rejects.toMatchObject({ kind });
  });

  test('without a root nothing of this machine is read', async () => {
    await expect(createTiffReader().open(path)).rejects.toMatchObject({ kind: 'forbidden' });
  });

  test('offsets beyond 4 GiB', async () => {
    const kind = { ...plainImage, width: 16, height: 16, isBig: true };
    const bytes = makeTiff(kind);
    const [block] = directoryOf(kind, drawSamples(kind)).blocks;
    const far = 5 * 2 ** 30;
    // The only offset of a block stands in its field itself, twelve bytes behind its tag and type.
    bytes.writeBigUInt64LE(BigInt(far), bytes.indexOf(Buffer.from([0x44, 1, 16, 0])) + 12);
    writeFileSync(path, bytes);
    const file = openSync(path, 'r+');
    writeSync(file, block!, 0, block!.length, far);
    closeSync(file);
    const image = await reader.open(path);
    expect(image.info.byteLength).toBe(far + block!.length);
    const { samples } = await image.readPixels(0, wholeLevel(image));
    expect(sampleBytes(samples).equals(sampleBytes(drawSamples(kind)))).toBe(true);
    await image.close();
  });

  test('a file that is cut short or written over midway is a conflict', async () => {
    const cut = await reader.open(path);
    truncateSync(path, 70_000);
    await expect(cut.readPixels(0, wholeLevel(cut))).rejects.toMatchObject({ kind: 'conflict' });
    await cut.close();
    writeFileSync(path, makeTiff(picture));
    const rewritten = await reader.open(path);
    utimesSync(path, 1, 1);
    await expect(rewritten.readPixels(0, wholeLevel(rewritten))).rejects.toMatchObject({ kind: 'conflict' });
    await rewritten.close();
  });

  test('a file that is replaced by another stays what it was for who has it open', async () => {
    const image = await reader.open(path);
    rmSync(path);
    writeFileSync(path, 'something else');
    const { samples } = await image.readPixels(0, wholeLevel(image));
    expect(sampleBytes(samples).equals(sampleBytes(drawSamples(picture)))).toBe(true);
    await image.close();
  });

  test('nothing stays open of a file that was refused', async () => {
    writeFileSync(path, 'not a TIFF at all');
    for (let round = 0; round < 20; round++) await expect(reader.open(path)).rejects.toThrow('not a TIFF');
    expect(openFilesBelow(folder)).toEqual([]);
  });
});
