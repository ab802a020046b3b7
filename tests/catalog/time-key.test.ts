import { expect, test } from 'vitest';
import { canonicalTimestamp } from '../../server/src/catalog/instant.ts';
import { looseTimeKey, readTime, timeKeyMs } from '../../server/src/catalog/time-key.ts';
import { type Random, createRandom, testSeed } from '../support/seeded-random.ts';

const seed = testSeed();
const digits = (random: Random, least: number, most: number) =>
  String(least + random.below(most - least + 1)).padStart(2, '0');

/** In the form of RFC 3339, often a real moment, often nearly one. */
const randomText = (random: Random): string =>
  [
    `${random.pick(['0000', '0001', '1900', '2000', '2023', '2024', '9999'])}-${digits(random, 0, 13)}-${digits(random, 0, 32)}`,
    random.pick(['T', 'T', 't']),
    `${digits(random, 0, 24)}:${digits(random, 0, 60)}:${digits(random, 0, 61)}`,
    random.pick(['', '', '.0', '.5', '.50', '.123456789', '.000']),
    random.pick(['Z', 'Z', 'Z', 'z', '+01:00', '-23:59', '+24:00']),
  ].join('');

test(`the quick reading of times is the slow one (seed ${seed})`, () => {
  const random = createRandom(seed);
  const keys = Array.from({ length: 20_000 }, () => {
    const text = randomText(random);
    const slow = canonicalTimestamp(text)?.slice(0, -1) ?? null;
    expect({ text, key: readTime(text), loose: looseTimeKey(text) }).toEqual({ text, key: slow, loose: slow });
    return slow;
  });
  const read = keys.filter((key) => key !== null);
  for (const key of read) expect({ key, ms: timeKeyMs(key) }).toEqual({ key, ms: Date.parse(`${key}Z`) });
  expect(read.length).toBeGreaterThan(5_000);
  expect(keys.filter((key) => key === null).length).toBeGreaterThan(1_000);
});
