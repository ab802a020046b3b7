import { expect, test } from 'vitest';
import { areaOfBbox, areaOfGeometry } from '../../server/src/catalog/area.ts';
import { compileRequest } from '../../server/src/catalog/match-request.ts';
import { everything } from '../../server/src/catalog/search-request.ts';
import { type Box, boxesIntersect, plainBoxes } from '../../server/src/geometry/box.ts';
import { makeItem, square } from './contract/fixtures.ts';
import { type Random, createRandom } from '../support/seeded-random.ts';

function randomShape(random: Random): object {
  const one = () => square(random.below(80) * 6 - 240, random.below(12) * 10 - 60, 1 + random.below(20));
  const inside = () => square(random.below(34) * 10 - 180, random.below(12) * 10 - 60, 10);
  return random.pick([
    one(),
    inside(),
    { type: 'GeometryCollection', geometries: [inside(), { type: 'Point', coordinates: [180, 5] }] },
    {
      type: 'MultiPoint',
      coordinates: [
        [-180, random.below(50)],
        [180, 0],
        [random.below(360) - 180, 3],
      ],
    },
    {
      type: 'LineString',
      coordinates: [
        [170, 0],
        [170 + random.below(40), random.below(60)],
      ],
    },
  ]);
}

const isInside = (a: Box, b: Box) => a[0] >= b[0] && a[1] >= b[1] && a[2] <= b[2] && a[3] <= b[3];

test('an index of key boxes misses nothing that the exact test finds, and what lies inside a box needs no test', () => {
  const random = createRandom(1_511);
  const seen = { found: 0, crossing: 0, inside: 0 };
  for (let i = 0; i < 1_500; i++) {
    const item = makeItem('one', { geometry: randomShape(random) });
    const west = random.below(72) * 5 - 180;
    const box = [west, random.below(6) * 10 - 60, random.below(72) * 5 - 180, random.below(6) * 10];
    const area = random.below(2) === 0 ? areaOfBbox(box) : areaOfGeometry(randomShape(random));
    const isFound = compileRequest({ ...everything, area }, 'all')(item);
    const [itemBoxes, areaBoxes] = [plainBoxes(item.bbox!), plainBoxes(area.bbox)];
    const doBoxesMeet = itemBoxes.some((one) => areaBoxes.some((other) => boxesIntersect(one, other)));
    const isEnclosed = area.isBox && itemBoxes.every((one) => areaBoxes.some((other) => isInside(one, other)));
    const isMissed = isFound && !doBoxesMeet;
    const isWronglyTaken = isEnclosed && !isFound;
    const seenFor = { geometry: item.document['geometry'], area: area.geometry };
    expect({ ...seenFor, isMissed, isWronglyTaken }).toEqual({ ...seenFor, isMissed: false, isWronglyTaken: false });
    seen.found += Number(isFound);
    seen.crossing += Number(isFound && itemBoxes.length === 2);
    seen.inside += Number(isEnclosed);
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
});
