import type { Measure } from '../../server/src/catalog/aggregate/measure.ts';
import type { Random } from '../../tests/support/seeded-random.ts';
import { country } from '../search/kinds/areas.ts';
import type { SearchBody } from '../search/kinds/query.ts';
import { someYear } from '../search/kinds/times.ts';

/** `mostMs`: what half of the questions stay below; null is for comparison. */
export type AggregateKind = {
  readonly name: string;
  readonly mostMs: number | null;
  readonly measures: readonly Measure[];
  readonly body: (random: Random) => SearchBody;
  /** The only collections that the caller may see; null is all. */
  readonly grants?: readonly string[];
};

const all = (): SearchBody => ({});
const france = [-5.2, 41.3, 9.6, 51.1];

const months: Measure = { kind: 'times', step: 'month' };
const platforms: Measure = { kind: 'terms', property: 'platform' };
const clouds: Measure = { kind: 'numbers', property: 'eo:cloud_cover', step: 5 };
const cells: Measure = { kind: 'geohash', precision: 3 };
const tiles: Measure = { kind: 'tiles', zoom: 7 };
const ends: readonly Measure[] = [{ kind: 'count' }, { kind: 'earliest' }, { kind: 'latest' }, { kind: 'collections' }];

export const aggregateKinds: readonly AggregateKind[] = [
  { name: 'time histogram by month, everything', mostMs: 20, measures: [months], body: all },
  { name: 'time histogram by day, everything', mostMs: 20, measures: [{ kind: 'times', step: 'day' }], body: all },
  {
    name: 'time histogram, one collection',
    mostMs: 20,
    measures: [months],
    body: () => ({ collections: ['scenes-level-2'] }),
  },
  {
    name: 'time histogram, a caller with two grants',
    mostMs: 20,
    measures: [months],
    body: all,
    grants: ['scenes-level-2', 'very-high-archive'],
  },
  { name: 'count and ends of time, everything', mostMs: 20, measures: ends, body: all },
  { name: 'terms, everything', mostMs: 20, measures: [platforms], body: all },
  { name: 'numbers, everything', mostMs: 20, measures: [clouds], body: all },
  { name: 'geohashes of 3, everything', mostMs: null, measures: [cells], body: all },
  { name: 'tiles of zoom 7, everything', mostMs: null, measures: [tiles], body: all },
  {
    name: 'all of it, everything',
    mostMs: null,
    measures: [...ends, months, platforms, clouds, cells, tiles],
    body: all,
  },
  { name: 'time histogram, France', mostMs: 200, measures: [months], body: () => ({ bbox: france }) },
  {
    name: 'time histogram, France in one year',
    mostMs: 200,
    measures: [months],
    body: (random) => ({ bbox: france, datetime: someYear(random) }),
  },
  {
    name: 'all of it, France',
    mostMs: 200,
    measures: [...ends, months, platforms, clouds, cells],
    body: () => ({ bbox: france }),
  },
  { name: 'time histogram, a country', mostMs: 200, measures: [months], body: (random) => ({ bbox: country(random) }) },
  {
    name: 'time histogram, a country in one year',
    mostMs: 200,
    measures: [months],
    body: (random) => ({ bbox: country(random), datetime: someYear(random) }),
  },
  {
    name: 'time histogram, few clouds',
    mostMs: null,
    measures: [months],
    body: () => ({ filter: '"eo:cloud_cover" < 5' }),
  },
  { name: 'time histogram by hour, everything', mostMs: null, measures: [{ kind: 'times', step: 'hour' }], body: all },
];
