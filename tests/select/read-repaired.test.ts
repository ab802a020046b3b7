import { describe, expect, test } from 'vitest';
import { readSelectRequest } from '../../server/src/select/read-select.ts';
import { planeArea } from './plane-area.ts';
import { bowTie, polygon, refusal, square } from './request-support.ts';

const ofArea = (intersects: unknown) => readSelectRequest({ intersects }).aoi!;

const repaired = (members: Record<string, unknown>) => {
  const { kind, message } = refusal(members);
  expect(kind).toBe('geometry_unusable');
  const [, wkt] = /; repaired: (.*)$/.exec(message) ?? [];
  return wkt;
};

const usable = (members: Record<string, unknown>) => planeArea(ofArea(repaired(members)));

describe('a geometry that cannot be used is refused with a repaired one', () => {
  test('a bow-tie, in GeoJSON and in well-known text', () => {
    expect(usable({ intersects: polygon(bowTie) })).toBeCloseTo(2, 12);
    expect(usable({ intersects: 'POLYGON ((0 0, 2 2, 2 0, 0 2, 0 0))' })).toBeCloseTo(2, 12);
  });

  test('an open ring, in GeoJSON and in well-known text', () => {
    expect(usable({ intersects: polygon(square(0, 0).slice(0, 4)) })).toBeCloseTo(1, 12);
    expect(usable({ intersects: 'POLYGON Z ((0 0 1, +1 0 1, 1 .5e1 1, 0 5 1))' })).toBeCloseTo(5, 12);
    expect(usable({ intersects: 'MULTIPOLYGON (((0 0, 1 0, 1 1, 0 1)), ((5 5, 6 5, 6 6, 5 6, 5 5)))' })).toBeCloseTo(
      2,
      12,
    );
  });

  test('coordinates that fit the other way around', () => {
    const turned = square(-106, 35).map(([x, y]) => [y!, x!]);
    expect(repaired({ intersects: polygon(turned) })).toMatch(/-106 35/);
    expect(usable({ intersects: polygon(turned) })).toBeCloseTo(1, 12);
    expect(repaired({ bbox: [35.1, -106.8, 35.4, -106.4] })).toMatch(/-106.8 35.1/);
  });

  test('a bbox whose south is above its north', () => {
    expect(usable({ bbox: [0, 2, 1, 1] })).toBeCloseTo(1, 12);
  });

  test('nothing is offered where the bbox is wrong and the geometry is not', () => {
    expect(repaired({ intersects: polygon(square(0, 0)), bbox: [0, 0, 1] })).toBeUndefined();
  });

  test('nothing is offered where it would be too long, or nowhere on Earth', () => {
    const star = Array.from({ length: 301 }, (_, i) => [
      Math.cos((i * 149 * 2 * Math.PI) / 301),
      Math.sin((i * 149 * 2 * Math.PI) / 301),
    ]);
    expect(repaired({ intersects: polygon([...star, star[0]!]) })).toBeUndefined();
    expect(repaired({ intersects: polygon(square(800, 700)) })).toBeUndefined();
  });

  test('the message is bounded', () => {
    const comb = Array.from({ length: 120 }, (_, i) => [i / 7, (i % 2) * Math.PI]);
    const { message } = refusal({ intersects: polygon([...comb, [0, 1], comb[0]!]) });
    expect(message.length).toBeLessThan(2_300);
  });
});
