import { describe, expect, test } from 'vitest';
import { readWkt } from '../../server/src/geometry/read-wkt.ts';
import { geometryProblem } from '../../server/src/geometry/validity.ts';
import { cpuMs } from '../support/cpu-ms.ts';

describe('validity', () => {
  test.each([
    ['POLYGON ((0 0, 10 10, 10 0, 0 10, 0 0))', /Self-intersection/],
    ['POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (20 20, 21 20, 21 21, 20 20))', /Hole lies outside shell/],
    ['MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0)), ((1 0.5, 8 0.5, 8 1, 1 0.5)))', /Nested shells/],
  ])('%s', (wkt, reason) => expect(geometryProblem(readWkt(wkt))?.reason).toMatch(reason));

  test('of polygons apart each is looked at, of polygons that may meet all together', () => {
    const bowTie = '((20 0, 30 10, 30 0, 20 10, 20 0))';
    expect(geometryProblem(readWkt(`MULTIPOLYGON (((0 0, 1 0, 1 1, 0 1, 0 0)), ${bowTie})`))?.at).toEqual([25, 5]);
    expect(
      geometryProblem(readWkt('MULTIPOLYGON (((0 0, 9 0, 9 9, 0 9, 0 0)), ((1 1, 2 1, 2 2, 1 2, 1 1)))')),
    ).not.toBe(null);
  });

  test('thousands of polygons apart take no longer than their corners ask for', () => {
    const coordinates = Array.from({ length: 4_000 }, (_, i) => {
      const [x, y] = [(i % 80) * 2, Math.floor(i / 80)];
      return [[[x, y], [x + 1, y], [x + 1, y + 0.5], [x, y]]]; // prettier-ignore
    });
    const startMs = cpuMs();
    expect(geometryProblem({ type: 'MultiPolygon', coordinates })).toBe(null);
    expect(cpuMs() - startMs).toBeLessThan(4_000);
  });

  test('says where', () => {
    expect(geometryProblem(readWkt('POLYGON ((0 0, 10 10, 10 0, 0 10, 0 0))'))?.at).toEqual([5, 5]);
    expect(
      geometryProblem({
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ],
        ],
      })?.reason,
    ).toMatch(/not closed/);
    expect(geometryProblem(readWkt('GEOMETRYCOLLECTION (POINT (0 0), POLYGON ((0 0, 1 0, 1 1, 0 0)))'))).toBeNull();
  });
});
