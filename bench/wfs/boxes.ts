import { createRandom } from '../../tests/support/seeded-random.ts';
import { queryOf } from './read-all.ts';

/** Queries for boxes of one degree anywhere on land and sea, always the same; latitude first, as 2.0.0 has it. */
export function boxQueries(count: number): readonly string[] {
  const random = createRandom(9);
  return Array.from({ length: count }, () => {
    const [west, south] = [random.below(35_900) - 18_000, random.below(12_000) - 6_000];
    const corners = [south, west, south + 100, west + 100].map((hundredths) => hundredths / 100);
    const bbox = [...corners, 'urn:ogc:def:crs:EPSG::4326'].join(',');
    return queryOf('GML', { bbox });
  });
}
