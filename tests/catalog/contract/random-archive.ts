import { compareInstants, parseInstant } from '../../../server/src/catalog/instant.ts';
import type { Item } from '../../../server/src/catalog/item.ts';
import type { Random } from '../../support/seeded-random.ts';
import { makeItem, square } from './fixtures.ts';

export const collections = ['a', 'b', 'c'];

function randomTimes(random: Random): object {
  const time = () =>
    `20${random.pick(['19', '20', '21'])}-${random.pick(['01', '03', '12'])}-${10 + random.below(19)}T0${random.below(3)}:00:00${random.pick(['Z', '.5Z', '+01:00', '-12:00'])}`;
  const kind = random.below(8);
  if (kind === 0) return { datetime: null };
  if (kind === 1) return { datetime: random.pick(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z']) };
  if (kind > 3) return { datetime: time() };
  const [start, end] = [time(), time()].toSorted((a, b) => compareInstants(parseInstant(a)!, parseInstant(b)!));
  return { datetime: kind === 2 ? null : end, start_datetime: start, end_datetime: end };
}

function randomGeometry(random: Random): object | null {
  const [west, south] = [random.below(40) * 9 - 180, random.below(19) * 10 - 90];
  return random.pick([
    null,
    { type: 'Point', coordinates: [west, south] },
    {
      type: 'Point',
      coordinates: random.pick([
        [180, 90],
        [-180, -90],
        [0, 0],
        [180, 0],
      ]),
    },
    square(west, Math.min(south, 85), 5),
    square(176, Math.min(south, 80), 9),
    square(-181.5, Math.min(south, 80), 2),
    { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [west, south] }, square(0, 3, 4)] },
  ]);
}

/** Everything that measures can trip over. */
export const randomItem = (random: Random, id: string): Item =>
  makeItem(id, {
    collection: random.pick(collections),
    geometry: randomGeometry(random),
    properties: {
      ...randomTimes(random),
      'eo:cloud_cover': random.pick([undefined, null, 0, -0, 5, 100, 0.29, random.next(), 99.99, random.next() * 100]),
      n: random.pick([undefined, 7, -7, -0.5, 1e300, -1e21, 1_234.5, '7', true, [7], random.next() * 1e5, 1e-17]),
      platform: random.pick([undefined, 'one', 'two', 'Zw\u0000ei', '\ud800', '', 'x'.repeat(400), ['one'], { a: 1 }]),
      v: random.pick([undefined, true, false, 'true', null, 3, 3.5]),
    },
  });
