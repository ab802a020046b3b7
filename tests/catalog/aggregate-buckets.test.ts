import { describe, expect, test } from 'vitest';
import { nameOfProperty, propertyNamed } from '../../server/src/catalog/aggregate/aggregation-names.ts';
import { centreOf } from '../../server/src/catalog/aggregate/box-centre.ts';
import { coarserCell, geohashAt, geohashCell, geohashText } from '../../server/src/catalog/aggregate/geohash.ts';
import { coarserTile, tileAt, tileText } from '../../server/src/catalog/aggregate/map-tile.ts';
import { timeSteps } from '../../server/src/catalog/aggregate/measure.ts';
import {
  fineBin,
  isWhole,
  lowerEnd,
  numberBucket,
  stepFor,
} from '../../server/src/catalog/aggregate/number-buckets.ts';
import { isOfDays, momentOfBucket, timeBucket } from '../../server/src/catalog/aggregate/time-buckets.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';

const seed = testSeed();

describe('geohashes', () => {
  test.each([
    ['u4pruydqqvj', [10.407_44, 57.649_11]],
    ['u09tvw', [2.3522, 48.8566]],
    ['6gkzwg', [-49.264_39, -25.382_71]],
    ['s00000000000', [0, 0]],
    ['zzzzzzzzzzzz', [180, 90]],
    ['000000000000', [-180, -90]],
  ] as const)('%s', (text, [longitude, latitude]) => {
    expect(geohashAt([longitude, latitude], text.length)).toBe(text);
  });

  test(`of fewer digits they are the first ones, and so are cells and tiles of less (seed ${seed})`, () => {
    const random = createRandom(seed);
    for (let i = 0; i < 2_000; i++) {
      const place = [random.next() * 360 - 180, random.next() * 180 - 90] as const;
      const [to, zoom] = [1 + random.below(3), random.below(8)];
      expect(geohashText(coarserCell(geohashCell(place, 3), 3, to), to)).toBe(geohashAt(place, 12).slice(0, to));
      expect(coarserTile(tileAt(place, 7), 7, zoom)).toEqual(tileAt(place, zoom));
    }
  });
});

test('tiles are those of web Mercator, and the poles are in its outermost rows', () => {
  expect(tileText(tileAt([2.3522, 48.8566], 12), 12)).toBe('12/2074/1409');
  expect(tileText(tileAt([-74.006, 40.7128], 10), 10)).toBe('10/301/385');
  expect(tileAt([180, 90], 2)).toEqual({ x: 3, y: 0 });
  expect(tileAt([-180, -90], 2)).toEqual({ x: 0, y: 3 });
});

test('the centre of a box that crosses the antimeridian is on the side where more of it lies', () => {
  expect(centreOf([170, 0, -176, 10])).toEqual([177, 5]);
  expect(centreOf([176, 0, -170, 10])).toEqual([-177, 5]);
  expect(centreOf([10, -4, 20, 4])).toEqual([15, 0]);
});

describe('times', () => {
  test.each([
    ['year', '2020-01-01T00:00:00Z'],
    ['quarter', '2020-04-01T00:00:00Z'],
    ['month', '2020-06-01T00:00:00Z'],
    ['week', '2020-06-15T00:00:00Z'],
    ['day', '2020-06-17T00:00:00Z'],
    ['hour', '2020-06-17T23:00:00Z'],
    ['minute', '2020-06-17T23:59:00Z'],
    ['second', '2020-06-17T23:59:58Z'],
  ] as const)('by %s', (step, moment) => {
    expect(momentOfBucket(timeBucket('2020-06-17T23:59:58.123456789', step))).toBe(moment);
  });

  test('Monday is in its own week, Sunday in that of the Monday before, and nothing is before the year 0', () => {
    expect(['2020-06-15', '2020-06-21', '2020-06-22'].map((day) => timeBucket(day, 'week'))).toEqual([
      '2020-06-15',
      '2020-06-15',
      '2020-06-22',
    ]);
    expect(timeBucket('1969-12-31T00:00:00', 'week')).toBe('1969-12-29');
    expect(timeBucket('0000-01-01T00:00:00', 'week')).toBe('0000-01-01');
    expect(timeBucket('9999-12-31T00:00:00', 'week')).toBe('9999-12-27');
  });

  test('the day alone tells every longer bucket', () => {
    for (const step of timeSteps.filter(isOfDays))
      expect(timeBucket('2024-02-29', step)).toBe(timeBucket('2024-02-29T23:59:59.999', step));
  });
});

describe('numbers', () => {
  test('a bucket begins with its lower end, whatever the division rounds to', () => {
    for (const step of [0.01, 0.1, 0.3, 1, 2.5, 5, 7, 1_000])
      for (let bucket = -200; bucket <= 200; bucket++) {
        const low = lowerEnd(bucket, step);
        expect({ step, low, bucket: numberBucket(low, step) }).toEqual({ step, low, bucket });
        expect(numberBucket(low + step / 2, step)).toBe(bucket);
      }
    expect(numberBucket(1e308, 1e-6)).toBeNull();
    expect(Object.is(numberBucket(-0, 5), 0)).toBe(true);
  });

  test('about twenty of a step that people would choose', () => {
    expect([stepFor(0, 100), stepFor(0, 1), stepFor(0.3, 30), stepFor(-90, 90), stepFor(0, 359.9)]).toEqual([
      5, 0.05, 2, 10, 20,
    ]);
    expect([stepFor(7, 7), stepFor(5, 1), stepFor(-1e308, 1e308)]).toEqual([1, 1, 1]);
    expect(stepFor(0, 1e-9)).toBeGreaterThan(0);
  });

  test(`fine bins are never parted by a step that says so (seed ${seed})`, () => {
    const random = createRandom(seed);
    let whole = 0;
    for (let i = 0; i < 20_000; i++) {
      const value = (random.next() - 0.4) * 10 ** (random.below(12) - 4);
      const step = random.pick([0.01, 0.05, 0.1, 1, 5, 10, 250, 1_000]);
      const bin = fineBin(value);
      expect(bin).toBeLessThanOrEqual(value + 1e-9 * Math.abs(value));
      if (!isWhole(bin, step)) continue;
      whole++;
      expect({ value, step, bucket: numberBucket(bin, step) }).toEqual({
        value,
        step,
        bucket: numberBucket(value, step),
      });
    }
    expect(whole).toBeGreaterThan(5_000);
  });
});

describe('names', () => {
  const declared = ['eo:cloud_cover', 'platform', 'grid:code', 'a:x', 'b:x', 'datetime', 'x_y', 'x:y'];

  test('every spelling of a property is understood where it can mean but one', () => {
    for (const name of ['eo:cloud_cover', 'eo_cloud_cover', 'cloud_cover'])
      expect(propertyNamed(`${name}_frequency`, declared)).toBe('eo:cloud_cover');
    expect(propertyNamed('grid_code_frequency', declared)).toBe('grid:code');
    expect(propertyNamed('x_frequency', declared)).toBeNull();
    expect(propertyNamed('a_x_frequency', declared)).toBe('a:x');
    expect(propertyNamed('x_y_frequency', declared)).toBe('x_y');
    expect(propertyNamed('cloud_cover', declared)).toBeNull();
    expect(propertyNamed('_frequency', declared)).toBeNull();
    expect(propertyNamed('__proto___frequency', declared)).toBeNull();
  });

  test('the listed name means its property', () => {
    const names = declared.filter((each) => each !== 'datetime').map((each) => nameOfProperty(each, declared));
    expect(names).toEqual(
      ['cloud_cover', 'platform', 'grid_code', 'a_x', 'b_x', 'x_y', 'y'].map((text) => `${text}_frequency`),
    );
  });
});
