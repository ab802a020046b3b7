import { describe, expect, test } from 'vitest';
import { spreadLengthMs, spreadOf } from '../../server/src/catalog/plan/time-spread.ts';

const dayMs = 86_400_000;
const at = (key: string) => Date.parse(`${key}Z`);

describe('how far to go for so many items', () => {
  const [oldest, newest] = ['2020-01-01T00:00:00', '2020-03-11T00:00:00'];
  // Ten in January, none in February, a hundred in the first ten days of March.
  const spread = spreadOf(
    [
      ['2020-01-01', 10],
      ['2020-02-01', 0],
      ['2020-03-01', 100],
    ],
    at(oldest),
    at(newest),
  )!;
  const source = { oldestMs: at(oldest), newestMs: at(newest), rows: 110 };
  const daysTo = (wanted: number, from: string, isDown: boolean, rows = 110) =>
    spreadLengthMs(spread, { ...source, rows }, wanted, at(from), isDown) / dayMs;

  test('from the newest on: a month that has just begun is not taken for a whole one', () => {
    expect(daysTo(50, newest, true)).toBeCloseTo(5, 3);
    expect(daysTo(105, newest, true)).toBeCloseTo(10 + 29 + 15.5, 3);
  });

  test('from the oldest on, and from a place in between', () => {
    expect(daysTo(5, oldest, false)).toBeCloseTo(15.5, 3);
    expect(daysTo(10, '2020-03-06T00:00:00', false)).toBeCloseTo(1, 3);
    expect(daysTo(5, '2020-02-15T00:00:00', true)).toBeCloseTo(14 + 15.5, 3);
  });

  test('a source has a part of all items, spread as they are', () => {
    expect(daysTo(5, newest, true, 11)).toBeCloseTo(5, 3);
  });

  test('more than there is leads to the end, nothing is ever shorter than a second', () => {
    expect(daysTo(1_000, newest, true)).toBeCloseTo(70, 3);
    expect(daysTo(1e-9, newest, true) * dayMs).toBe(1_000);
  });

  test('a source that lasts for a moment alone has some length too', () => {
    const moment = { oldestMs: at(newest), newestMs: at(newest), rows: 3 };
    expect(spreadLengthMs(spread, moment, 3, at(newest), true)).toBeGreaterThanOrEqual(1_000);
  });

  test('nothing that has a time: nothing is known', () => expect(spreadOf([], NaN, NaN)).toBeNull());
});
