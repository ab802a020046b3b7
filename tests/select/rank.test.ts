import { describe, expect, test } from 'vitest';
import { ageClassifier } from '../../server/src/select/age.ts';
import { compileQuery } from '../../server/src/select/query/compile-query.ts';
import { ranked } from '../../server/src/select/rank.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';

type Tile = {
  readonly takenAt: string;
  readonly acquisition: string;
  readonly collection: string;
  readonly values: Readonly<Record<string, unknown>>;
};

const asContestant = (tile: Tile) => ({ ...tile, valueOf: (field: string) => tile.values[field] });
const tileOf = (
  acquisition: string,
  values: Record<string, unknown>,
  takenAt = '2020-01-01T00:00:00',
  collection = 'c',
) => asContestant({ takenAt, acquisition, collection, values });

const order = (tiles: readonly ReturnType<typeof asContestant>[], query: unknown) =>
  ranked(tiles, compileQuery(query).criteria).map(
    ({ acquisition, collection }) => acquisition + (collection === 'c' ? '' : collection),
  );

describe('the best of a cell', () => {
  test('where the percentages tie at 100, by sun elevation', () => {
    const tiles = [30, 60, 45].map((sun, i) => tileOf('abc'[i]!, { cloud: 100, data: 100, sun }));
    expect(order(tiles, { cloud: { gte: 70 }, data: { gte: 50 }, sun: { gte: 5 } })).toEqual(['b', 'c', 'a']);
  });

  test('the mean of margins decides, mirrored for what is to be small', () => {
    const tiles = [tileOf('a', { x: 10, y: 1 }), tileOf('b', { x: 6, y: 0 }), tileOf('c', { x: 0, y: 0 })];
    // a: x 10/10, y (5-1)/5 = 0.9; b: 0.6 and 1 = 0.8; c: 0 and 1 = 0.5
    expect(order(tiles, { x: { gte: 0 }, y: { lt: 5 } })).toEqual(['a', 'b', 'c']);
    expect(order(tiles, { y: { lt: 5 } })).toEqual(['b', 'c', 'a']);
  });

  test('where the best is at the threshold, the criterion says nothing', () => {
    const tiles = [tileOf('a', { x: 5, y: 1 }), tileOf('b', { x: 5, y: 2 })];
    expect(order(tiles, { x: { gte: 5 }, y: { gt: 0 } })).toEqual(['b', 'a']);
  });

  test('eq, in, between, or and texts do not rank', () => {
    const tiles = [tileOf('a', { x: 1, t: 'z' }), tileOf('b', { x: 9, t: 'a' })];
    for (const query of [
      { x: { between: [0, 10] } },
      { x: { or: [{ gt: 0 }] } },
      { t: { gte: 'a' } },
      { x: { in: [1, 9] } },
    ])
      expect(order(tiles, query)).toEqual(['a', 'b']);
  });

  test('ties: newest, then acquisition, then collection', () => {
    const tiles = [
      tileOf('b', {}, '2020-01-01T00:00:00', 'y'),
      tileOf('b', {}, '2020-01-01T00:00:00', 'x'),
      tileOf('a', {}, '2020-01-01T00:00:00'),
      tileOf('z', {}, '2020-01-01T00:00:00.5'),
    ];
    expect(order(tiles, {})).toEqual(['z', 'a', 'bx', 'by']);
  });

  test('any order of input, against a plain computation', () => {
    const seed = testSeed();
    const random = createRandom(seed);
    for (let round = 0; round < 300; round++) {
      const query = { x: { gte: random.below(5) }, y: { lte: 10 - random.below(5) }, z: { gt: 0 } };
      const tiles = Array.from({ length: 1 + random.below(12) }, (_, i) =>
        tileOf(
          `t${i}`,
          { x: 5 + random.below(5), y: random.below(5), z: random.chance(0.2) ? null : 1 + random.below(3) },
          `2020-01-0${1 + random.below(3)}T00:00:00`,
        ),
      );
      const shuffled = tiles
        .map((tile) => ({ tile, key: random.next() }))
        .sort((a, b) => a.key - b.key)
        .map(({ tile }) => tile);
      const plain = naive(tiles, query);
      const where = `seed ${seed}, round ${round}`;
      expect({ where, found: order(tiles, query) }).toEqual({ where, found: plain });
      expect({ where, found: order(shuffled, query) }).toEqual({ where, found: plain });
    }
  });
});

function naive(tiles: readonly Tile[], query: { x: { gte: number }; y: { lte: number }; z: { gt: number } }) {
  const part = (tile: Tile, name: string, margin: (value: number) => number) => {
    const margins = tiles.map(({ values }) => (typeof values[name] === 'number' ? margin(values[name]) : 0));
    const best = Math.max(...margins);
    return best === 0 ? 0 : margins[tiles.indexOf(tile)]! / best;
  };
  const score = (tile: Tile) =>
    (part(tile, 'x', (v) => v - query.x.gte) +
      part(tile, 'y', (v) => query.y.lte - v) +
      part(tile, 'z', (v) => v - query.z.gt)) /
    3;
  return [...tiles]
    .map((tile) => ({ tile, score: score(tile) }))
    .sort((a, b) => {
      if (Math.abs(a.score - b.score) > 1e-8) return b.score - a.score;
      if (a.tile.takenAt !== b.tile.takenAt) return a.tile.takenAt < b.tile.takenAt ? 1 : -1;
      return a.tile.acquisition < b.tile.acquisition ? -1 : 1;
    })
    .map(({ tile }) => tile.acquisition);
}

describe('the age of imagery', () => {
  const now = Date.UTC(2026, 6, 1, 12);
  const at = (text: string) => ageClassifier(now)(Date.parse(text));

  test.each([
    ['2026-07-01T11:00:00Z', 'fresh'],
    ['2026-07-02T11:00:00Z', 'fresh'],
    ['2026-04-02T00:00:00Z', 'fresh'],
    ['2026-04-01T23:59:59Z', 'standard'],
    ['2023-07-01T00:00:00Z', 'standard'],
    ['2023-06-30T23:59:59Z', 'training'],
    ['1999-01-01T00:00:00Z', 'training'],
  ])('%s is %s', (text, age) => expect(at(text)).toBe(age));
});
