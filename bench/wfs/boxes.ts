import { createRandom } from '../../tests/support/seeded-random.ts';
import { queryOf } from './read-all.ts';

/** Queries for boxes of one degree on land and sea, always the same; latitude first, as 2.0.0 has it. */
export function boxQueries(count: number): readonly string[] {
  const random = createRandom(9);
  return Array.from({ length: count }, () => {
    const [west, south] = [random.below(359) - 180, random.below(120) - 60];
    const bbox = [south, west, south + 1, west + 1, 'urn:ogc:def:crs:EPSG::4326'].join(',');
    return queryOf('GML', { bbox });
  });
}
