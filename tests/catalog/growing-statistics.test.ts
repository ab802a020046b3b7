import { expect, test } from 'vitest';
import {
  emptyProperty,
  fromStatistics,
  isKnown,
  learn,
  toStatistics,
} from '../../server/src/catalog/growing-statistics.ts';
import {
  type PropertyStatistics,
  mergeStatistics,
  statisticsOf,
} from '../../server/src/catalog/property-statistics.ts';
import { type Random, createRandom, testSeed } from '../support/seeded-random.ts';

const seed = testSeed();

const randomValue = (random: Random, kinds: number): unknown =>
  [
    () => random.below(150),
    () => random.next() - 0.5,
    () => `text ${random.below(130)}`,
    () => 'x'.repeat(150 + random.below(100)),
    () => new Date(random.below(1e9) * 1_000).toISOString(),
    () => random.chance(0.5),
    () => [1],
    () => ({ a: 1 }),
    () => '2020-13-01T00:00:00Z',
    () => `2020-01-01T00:00:00.${random.below(1_000)}+01:00`,
  ][random.below(kinds)]!();

/** As a store does it: what is known is counted alone, and now and then all of it is written and read again. */
function grown(values: readonly unknown[], random: Random): PropertyStatistics {
  let property = emptyProperty();
  for (const value of values) {
    property.count++;
    if (!isKnown(property, value)) learn(property, value);
    if (random.chance(0.05))
      property = fromStatistics(JSON.parse(JSON.stringify(toStatistics(property))) as PropertyStatistics);
  }
  return toStatistics(property);
}

test(`statistics that grow equal those that are merged (seed ${seed})`, () => {
  const random = createRandom(seed);
  for (let round = 0; round < 300; round++) {
    const kinds = 1 + random.below(10);
    const values = Array.from({ length: 1 + random.below(300) }, () => randomValue(random, kinds));
    const merged = mergeStatistics(values.map((value) => statisticsOf({ value }))).get('value')!;
    expect({ values, grown: grown(values, random) }).toEqual({ values, grown: merged });
  }
});

const valuesOf = (...texts: readonly string[]) =>
  mergeStatistics(texts.map((text) => statisticsOf({ text }))).get('text')!.values;

test('a text that is too long to choose from makes values too many to name', () => {
  const [short, long] = ['x'.repeat(200), 'x'.repeat(201)];
  expect([valuesOf('a', short), valuesOf('a', long), valuesOf(long)]).toEqual([['a', short], null, null]);
});

test('a number that no number can hold says nothing, as the null that is stored for it', () => {
  expect(statisticsOf({ a: Infinity, b: null, c: NaN, d: 0 }).size).toBe(1);
});
