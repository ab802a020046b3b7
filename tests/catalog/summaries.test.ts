import { describe, expect, test } from 'vitest';
import { joinSummaries, summaryOf } from '../../server/src/catalog/collections/summaries.ts';
import { emptyProperty, learn, toStatistics } from '../../server/src/catalog/growing-statistics.ts';

const of = (values: readonly unknown[]) => {
  const property = emptyProperty();
  for (const value of values) learn(property, value);
  return summaryOf(toStatistics(property));
};

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);
const names = upTo(300).map((n) => `name ${n}`);

describe('a summary of what items have', () => {
  test('numbers: a list, from eleven on a range', () => {
    expect(of([3, 1, 2])).toEqual([1, 2, 3]);
    expect(of(upTo(11))).toEqual({ minimum: 0, maximum: 10 });
  });

  test('numbers keep their range when a value of another type comes', () => {
    expect(of([...upTo(300), 'n/a'])).toEqual({ minimum: 0, maximum: 299 });
    expect(of([...upTo(300), { value: 3 }])).toEqual({ minimum: 0, maximum: 299 });
    expect(joinSummaries({ minimum: 5, maximum: 6 }, of([7, 'n/a'])!)).toEqual({ minimum: 5, maximum: 7 });
  });

  test('texts that are too many to name have none, also where one of them is a number or a moment', () => {
    expect(of(names)).toBeNull();
    expect(of([...names, 5])).toBeNull();
    expect(of([...names, '2020-01-01T00:00:00Z'])).toBeNull();
  });

  test('what the owner wrote is left where items have nothing of its kind', () => {
    const own = { minimum: 5, maximum: 6 };
    expect(joinSummaries(own, ['n/a'])).toBe(own);
    expect(joinSummaries(own, [6, 'n/a'])).toBe(own);
  });
});
