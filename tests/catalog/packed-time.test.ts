import { afterAll, describe, expect, test } from 'vitest';
import { connect } from '../../server/src/adapters/sqlite/driver.ts';
import { keySpanOf } from '../../server/src/catalog/plan/moment-keys.ts';
import {
  afterEveryTime,
  dayOfPacked,
  packTime,
  packedAt,
  packedEarlier,
  packedLater,
  packedLength,
  packedMs,
  packedSecond,
  packedTimeSql,
  unpackTime,
} from '../../server/src/catalog/plan/packed-time.ts';
import { earlierBy, laterBy, timeKeyAt } from '../../server/src/catalog/plan/slab-times.ts';
import { lastTimeKey, timeKeyMs } from '../../server/src/catalog/time-key.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';

const seed = testSeed();
const random = createRandom(seed);

const decimals = () => {
  const digits = Array.from({ length: random.below(10) }, () => random.below(10))
    .join('')
    .replace(/0+$/, '');
  return digits === '' ? '' : `.${digits}`;
};
const keys = [
  '0000-01-01T00:00:00',
  '0000-01-01T00:00:00.000000001',
  '0099-12-31T23:59:59',
  '0100-01-01T00:00:00.09',
  '1969-12-31T23:59:59.999',
  '2023-04-22T19:58:45.553',
  '2023-04-22T19:58:45.5530001',
  '9399-02-28T12:00:00.5',
  lastTimeKey,
  ...Array.from(
    { length: 500 },
    () => `${timeKeyAt(-62_167_219_200_000 + random.next() * 315_569_520_000_000)}${decimals()}`,
  ),
];

const connection = connect(':memory:');
afterAll(() => connection.close());
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

describe(`times as rows hold them (seed ${seed})`, () => {
  test('come back as they were, in the order that they had, in this program and in the database', () => {
    expect(keys.map((key) => unpackTime(packTime(key)))).toEqual(keys);
    const sorted = keys.toSorted(compare);
    expect(keys.toSorted((a, b) => compare(packTime(a), packTime(b)))).toEqual(sorted);
    const bySql = connection
      .prepare('SELECT value FROM json_each(?) ORDER BY value')
      .all(JSON.stringify(keys.map(packTime)));
    expect((bySql as { value: string }[]).map(({ value }) => unpackTime(value))).toEqual(sorted);
  });

  test('are two digits a byte', () => {
    expect(packTime('2023-04-22T19:58:45')).toHaveLength(7);
    expect(Buffer.byteLength(packTime('2023-04-22T19:58:45.553'))).toBe(9);
    expect(packTime('')).toBe('');
  });

  test('begin as their keys do', () => {
    for (const key of keys)
      for (const length of [4, 7, 10, 13, 16, 19])
        expect(unpackTime(packTime(key).slice(0, packedLength(length)))).toBe(key.slice(0, length));
    expect(dayOfPacked(packTime('2023-04-22T19:58:45.553'))).toBe('2023-04-22');
  });

  test('tell their milliseconds and seconds as their keys do', () => {
    expect(keys.map((key) => packedMs(packTime(key)))).toEqual(keys.map(timeKeyMs));
    expect(packedMs('')).toBeNaN();
    expect(keys.map((key) => packedSecond(packTime(key)))).toEqual(
      keys.map((key) => Number(key.slice(0, 19).replaceAll(/\D/g, ''))),
    );
    expect(packedSecond('')).toBe(-1);
  });

  test('are moved as their keys are, to the first and last moment at most', () => {
    for (const key of keys)
      for (const reachMs of [0, 1, 86_400_000, 1e15]) {
        expect(unpackTime(packedEarlier(packTime(key), reachMs))).toBe(earlierBy(key, reachMs));
        expect(unpackTime(packedLater(packTime(key), reachMs))).toBe(laterBy(key, reachMs));
      }
    expect(packedAt(1e18)).toBe(packTime(lastTimeKey));
  });

  test('lie between what stands for times that no item can have', () => {
    const instants = [-Infinity, -1e14, 1e15, Infinity].map((ms) => ({ granularity: 'moment', ms, nanos: 0 }) as const);
    const [open, early, late, end] = instants.map((instant) => packTime(keySpanOf(instant).low));
    const all = [open!, early!, ...keys.toSorted(compare).map(packTime), late!, end!];
    expect(all.toSorted(compare)).toEqual(all);
    expect(keys.every((key) => packTime(key) < afterEveryTime)).toBe(true);
  });

  test('are packed by SQL as here; nothing, none and what is packed stay', () => {
    const values = [...keys, ...keys.map(packTime), '', null];
    const packed = connection
      .prepare(`SELECT ${packedTimeSql('value')} AS packed FROM json_each(?)`)
      .all(JSON.stringify(values)) as { packed: string | null }[];
    expect(packed.map((row) => row.packed)).toEqual([...keys, ...keys].map(packTime).concat('', null as never));
  });
});
