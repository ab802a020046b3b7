import { describe, expect, test } from 'vitest';
import { makeItem } from './contract/fixtures.ts';

const ring = (west: number, east: number) => [
  [
    [west, 0],
    [east, 0],
    [east, 10],
    [west, 10],
    [west, 0],
  ],
];
const many = (...rings: unknown[]) => ({ type: 'MultiPolygon', coordinates: rings });
const footprint = (geometry: object, bbox: number[]) => makeItem('one', { geometry, bbox }).geometry;
const boxOf = (geometry: object, bbox: number[]) => makeItem('one', { geometry, bbox }).bbox;

describe('parts across the antimeridian, drawn with longitudes of both signs', () => {
  test('of a MultiPolygon each one is cut there, as a Polygon is', () => {
    const halves = footprint({ type: 'Polygon', coordinates: ring(176, -178) }, [176, 0, -178, 10]);
    expect(halves?.type).toBe('MultiPolygon');
    expect(footprint(many(ring(176, -178)), [176, 0, -178, 10])).toEqual(halves);
    const besides = footprint(many(ring(176, -178), ring(-175, -170)), [176, 0, -170, 10]);
    expect(boxOf(many(ring(176, -178), ring(-175, -170)), [176, 0, -170, 10])).toEqual([176, 0, -170, 10]);
    expect(besides).toMatchObject({ type: 'MultiPolygon', coordinates: { length: 3 } });
    expect(boxOf(many(ring(176, -178), ring(178, -176)), [176, 0, -176, 10])).toEqual([176, 0, -176, 10]);
  });

  test('of lines and of collections too', () => {
    const lines = {
      type: 'MultiLineString',
      coordinates: [
        [
          [-174, -8],
          [168, -11],
        ],
        [
          [-170, 9],
          [-168, 8],
        ],
      ],
    };
    expect(boxOf(lines, [168, -11, -168, 9])).toEqual([168, -11, -168, 9]);
    const point = { type: 'Point', coordinates: [-170, 5] };
    const collection = { type: 'GeometryCollection', geometries: [point, many(ring(176, -178))] };
    expect(boxOf(collection, [176, 0, -170, 10])).toEqual([176, 0, -170, 10]);
  });

  test('what was cut already, or is wider than half of the world on one side, stays as it is', () => {
    const cut = many(ring(176, 180), ring(-180, -178));
    expect(footprint(cut, [176, 0, -178, 10])).toEqual(cut);
    const wide = many(ring(100, 180), ring(-180, 10));
    expect(footprint(wide, [100, 0, 10, 10])).toEqual(wide);
    const points = {
      type: 'MultiPoint',
      coordinates: [
        [176, 0],
        [-178, 0],
      ],
    };
    expect(footprint(points, [176, 0, -178, 0])).toEqual(points);
  });
});
