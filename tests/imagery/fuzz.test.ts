import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { OpenImage } from '../../server/src/imagery/ports.ts';
import { PlatformError } from '../../server/src/shared/errors.ts';
import { type Random, createRandom, testSeed } from '../support/seeded-random.ts';
import { ascii, makeTiff, plainImage } from './support/make-image.ts';
import { mutate } from './support/mutate.ts';
import { openBytes } from './support/open-bytes.ts';
import { sized } from '../support/sized.ts';

const golden = new URL('./golden/', import.meta.url);
const small = { ...plainImage, width: 40, height: 30, fields: { 42113: ascii('0') } };

const bases: readonly (readonly [string, Buffer])[] = [
  ...readdirSync(golden).map((name) => [name, readFileSync(new URL(name, golden))] as const),
  ['built: none, strips, big endian', makeTiff({ ...small, blocks: 7, order: 'big' })],
  ['built: deflate, BigTIFF', makeTiff({ ...small, packing: 'deflate', predictor: 2, isBig: true })],
  ['built: lzw, planes', makeTiff({ ...small, packing: 'lzw', arrangement: 'planes' })],
  ['built: zstd, 16 bits', makeTiff({ ...small, packing: 'zstd', bits: 16, predictor: 2 })],
];

const mutationsOfEach = sized(100, 1_000);
const mostMs = 2_000;

/** Where headers and directories lie: the first and the last kilobyte. */
const structureOf = ({ length }: Buffer): [number, number][] => [
  [0, Math.min(1024, length)],
  [Math.max(0, length - 1024), Math.min(1024, length)],
];

async function readSome(image: OpenImage, random: Random): Promise<void> {
  for (const [level, { width, height }] of image.info.levels.entries()) {
    const size = { width: Math.min(width, 300), height: Math.min(height, 200) };
    const column = random.below(width - size.width + 1);
    const row = random.below(height - size.height + 1);
    await image.readPixels(level, { column, row, ...size });
    await image.readStoredBlock({ level, of: 'pixels', column: 0, row: 0, plane: 0 });
  }
}

/** `read`, `refused`, or whatever else came of it. */
async function outcomeOf(damaged: Buffer, random: Random): Promise<string> {
  const started = performance.now();
  const outcome = await openBytes(damaged, 0)
    .then((image) => readSome(image, random))
    .then(
      () => 'read',
      (cause: unknown) => {
        const isClear = cause instanceof PlatformError && cause.kind === 'invalid_parameters';
        return isClear ? 'refused' : String((cause as Error).stack);
      },
    );
  const tookMs = performance.now() - started;
  return tookMs > mostMs ? `${outcome} after ${tookMs} ms` : outcome;
}

describe(`damaged files end in an answer or a clear error (seed ${testSeed()})`, () => {
  test.each(bases)(`%s: ${mutationsOfEach} mutations`, async (_, base) => {
    const random = createRandom(testSeed() ^ base.length);
    const outcomes = { read: 0, refused: 0 };
    for (let round = 0; round < mutationsOfEach; round++) {
      const outcome = await outcomeOf(mutate(base, structureOf(base), random), random);
      expect(outcomes, `round ${round}: ${outcome}`).toHaveProperty(outcome);
      outcomes[outcome as keyof typeof outcomes] += 1;
    }
    // Mutations that always or never matter would prove nothing.
    expect(Math.min(outcomes.read, outcomes.refused)).toBeGreaterThan(mutationsOfEach / 20);
  });
});
