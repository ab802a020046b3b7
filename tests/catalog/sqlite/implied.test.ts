import { describe, expect, test } from 'vitest';
import { parseCql2Text as read } from '../../../server/src/catalog/languages/cql2-text.ts';
import {
  impliedBoxes,
  impliedCollections,
  impliedIds,
  impliedTimes,
  indexableConditions,
  takeArea,
} from '../../../server/src/catalog/plan/implied.ts';

const declared = ['cloud', 'platform', 'created'].map((name, slot) => ({ name, slot, isReady: true }));

const ranges = (text: string) => indexableConditions(read(text), declared);
const range = (low: unknown, isLowIn: boolean, high: unknown, isHighIn: boolean) => ({
  low,
  isLowIn,
  high,
  isHighIn,
});

describe('what filters imply', () => {
  test('times', () => {
    expect(impliedTimes(read("datetime BETWEEN '2020-01-01T00:00:00Z' AND TIMESTAMP('2020-02-01T00:00:00Z')"))).toEqual(
      {
        from: '2020-01-01T00:00:00',
        to: '2020-02-01T00:00:00',
      },
    );
    expect(impliedTimes(read("datetime = DATE('2020-01-01') OR datetime = DATE('2020-01-03')"))).toEqual({
      from: '2020-01-01T00:00:00',
      to: '2020-01-03T23:59:59.999999999',
    });
    expect(impliedTimes(read("T_DURING(datetime, INTERVAL('2020-01-01', '..')) AND cloud < 5"))).toMatchObject({
      to: null,
    });
    expect(impliedTimes(read("datetime >= '2020-01-02'"))).toEqual({ from: '2020-01-01T00:00:00', to: null });
    expect(impliedTimes(read("NOT datetime < TIMESTAMP('2020-01-01T00:00:00Z')"))).toEqual({
      from: '2020-01-01T00:00:00',
      to: null,
    });
    expect(impliedTimes(read("datetime > '2020-01-01T00:00:00Z' OR cloud < 5"))).toBeNull();
    expect(impliedTimes(read('cloud < 5'))).toBeNull();
  });

  test('collections and ids', () => {
    expect(impliedCollections(read("collection IN ('a', 'b') AND collection <> 'c' AND cloud < 5"))).toEqual([
      'a',
      'b',
    ]);
    expect(impliedCollections(read("collection = 'a' OR collection = 'b'"))).toEqual(['a', 'b']);
    expect(impliedCollections(read("collection = 'a' AND collection = 'b'"))).toEqual([]);
    expect(impliedCollections(read("collection = 'a' OR cloud < 5"))).toBeNull();
    expect(impliedIds(read("'x' = id"))).toEqual(['x']);
    expect(impliedIds(read("NOT id <> 'x'"))).toEqual(['x']);
    expect(impliedIds(read("id = '2020-01-01T00:00:00Z'"))).toBeNull();
  });

  test('areas and boxes', () => {
    const { area, rest } = takeArea(read('cloud < 5 AND S_INTERSECTS(geometry, BBOX(170, -5, -170, 5))'))!;
    expect(area).toMatchObject({ bbox: [170, -5, -170, 5], isBox: true });
    expect(rest).toEqual(read('cloud < 5'));
    expect(takeArea(read('S_INTERSECTS(geometry, POINT(1 2))'))).toMatchObject({ rest: null, area: { isBox: false } });
    expect(takeArea(read('S_INTERSECTS(geom, POINT(1 2))'))).toBeNull();
    expect(takeArea(read('S_WITHIN(geometry, BBOX(0, 0, 1, 1))'))).toBeNull();
    expect(takeArea(read('S_INTERSECTS(geometry, BBOX(0, 0, 1, 1)) OR cloud < 5'))).toBeNull();
    expect(impliedBoxes(read('S_WITHIN(geometry, BBOX(170, 0, -170, 1)) AND cloud < 5'))).toEqual([
      [170, 0, 180, 1],
      [-180, 0, -170, 1],
    ]);
    expect(impliedBoxes(read('NOT S_DISJOINT(geometry, BBOX(0, 0, 1, 1))'))).toEqual([[0, 0, 1, 1]]);
    expect(impliedBoxes(read('S_DISJOINT(geometry, BBOX(0, 0, 1, 1))'))).toBeNull();
  });

  test('ranges that the index of declared properties can serve', () => {
    expect(ranges('cloud > 1 AND cloud <= 5')).toEqual([{ slot: 0, ranges: [range(1, false, 5, true)] }]);
    expect(ranges('cloud < 1 OR cloud BETWEEN 3 AND 4 OR cloud = 4')).toEqual([
      { slot: 0, ranges: [range(null, true, 1, false), range(3, true, 4, true)] },
    ]);
    expect(ranges("platform IN ('b', 'a') AND snow = 1")).toEqual([
      { slot: 1, ranges: [range('a', true, 'a', true), range('b', true, 'b', true)] },
    ]);
    expect(ranges("platform LIKE 'on%'")).toEqual([{ slot: 1, ranges: [range('on', true, 'oo', false)] }]);
    expect(ranges("created = '2020-06-15T14:00:00+02:00'")).toEqual([
      { slot: 2, ranges: [range('2020-06-15T12:00:00', true, '2020-06-15T12:00:00', true)] },
    ]);
    expect(ranges('cloud <> 5 OR platform IS NULL')).toEqual([]);
    expect(ranges(`cloud IN (${Array.from({ length: 1_000 }, (_, i) => i).join(',')})`)).toEqual([
      { slot: 0, ranges: [range(0, true, 999, true)] },
    ]);
  });

  test('ranges hold the timestamps whose year in UTC has no key, which sort by their spelling', () => {
    const [early, late] = ['0000-01-01T00:30:00+01:00', '9999-12-31T23:30:00-01:00'];
    const [before] = ranges("created < '0000-01-01T00:15:00Z'")[0]!.ranges;
    expect(before!.high! > early).toBe(true);
    const [after] = ranges("created > '9999-12-31T23:45:00Z'")[0]!.ranges;
    expect(after!.low! < late).toBe(true);
    const [ordered] = ranges("T_AFTER(created, TIMESTAMP('9999-12-31T23:45:00Z'))")[0]!.ranges;
    expect(ordered!.low! < late).toBe(true);
    expect(ranges(`created = '${late}'`)).toEqual([]);
  });
});
