import { expect, test } from 'vitest';
import type { Item } from '../../../server/src/catalog/item.ts';
import { compareInstants, earliest, latest, parseInstant } from '../../../server/src/catalog/instant.ts';
import { parseCql2Text } from '../../../server/src/catalog/languages/cql2-text.ts';
import { type FilterableItem, compileFilter } from '../../../server/src/catalog/match-filter.ts';
import { type Random, createRandom } from '../../support/seeded-random.ts';
import { sized } from '../../support/sized.ts';
import { onEveryCatalog } from './catalogs.ts';
import { fill, makeItem, pageThrough, search, square } from './fixtures.ts';

const seed = 20_261_115;
const searches = sized(20, 200);
const collections = ['a', 'b', 'c'];

function randomTimes(random: Random): object {
  const time = (day: number) =>
    `2020-0${1 + random.below(3)}-${10 + day}T0${random.below(3)}:00:00${random.pick(['Z', '.5Z', '+01:00', '.000000001Z'])}`;
  const kind = random.below(6);
  if (kind === 0) return { datetime: null };
  if (kind > 2) return { datetime: time(random.below(9)) };
  const [start, end] = [time(0), time(0)].toSorted((a, b) => compareInstants(parseInstant(a)!, parseInstant(b)!));
  return { datetime: kind === 1 ? null : start, start_datetime: start, end_datetime: end };
}

function randomGeometry(random: Random): object | null {
  const [west, south] = [random.below(40) * 9 - 180, random.below(16) * 10 - 80];
  return random.pick([
    null,
    { type: 'Point', coordinates: [west, south] },
    square(west, south, 5),
    square(176, south, 9),
    { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [west, south] }, square(0, south, 4)] },
  ]);
}

const randomItem = (random: Random, id: string): Item =>
  makeItem(id, {
    collection: random.pick(collections),
    geometry: randomGeometry(random),
    properties: {
      ...randomTimes(random),
      cloud: random.pick([undefined, null, 0, 5, 5, 50, 99.5, '5', true]),
      platform: random.pick([undefined, 'one', 'two', 'Zwei', '2020-01-01T00:00:00Z', '2020-01-01T01:00:00+01:00']),
    },
  });

const intervals = ['2020-02-01T00:00:00Z/..', '../2020-02-15T01:00:00Z', '2020-01-10T00:00:00Z/2020-02-12T00:00:00.5Z'];
const filters = [
  'cloud < 10',
  'NOT cloud < 10',
  "platform <> 'one' OR cloud = 5",
  "platform = '2020-01-01T00:00:00Z'",
  'cloud IS NULL AND NOT geometry IS NULL',
  "datetime > TIMESTAMP('2020-02-01T00:00:00Z')",
];
const fields = ['datetime', 'cloud', 'platform', 'id', 'collection'];

function randomBody(random: Random) {
  const maybe = <T>(value: () => T): T | undefined => (random.below(3) === 0 ? value() : undefined);
  return {
    collections: maybe(() => [random.pick(collections), random.pick(collections)]),
    ids: random.below(8) === 0 ? ['i1', 'i2', 'i3', 'i40', 'i41'] : undefined,
    bbox: maybe(() =>
      random.pick([
        [-60, -50, 60, 50],
        [170, -90, -170, 90],
        [0, 0, 45, 45],
        [-180, -90, 180, 90],
      ]),
    ),
    datetime: maybe(() => random.pick(intervals)),
    filter: maybe(() => random.pick(filters)),
    sortby: Array.from({ length: random.below(4) }, () => ({
      field: random.pick(fields),
      direction: random.pick(['asc', 'desc']),
    })),
  };
}

type Body = ReturnType<typeof randomBody>;
type Properties = { readonly [name: string]: unknown };

const propertiesOf = ({ document }: Item) => document['properties'] as Properties;

function compiled(text: string | undefined): (item: FilterableItem) => boolean {
  const filter = text === undefined ? null : compileFilter(parseCql2Text(text));
  return (item) => filter === null || filter(item) === true;
}

/** Said again in other words than the catalogue's: times as instants, the box by CQL2. */
function finder(body: Body, granted: ReadonlySet<string> | 'all'): (item: Item) => boolean {
  const [from, to] = (body.datetime ?? '../..').split('/').map(parseInstant);
  const isInBox = compiled(body.bbox && `S_INTERSECTS(geometry, BBOX(${body.bbox.join(', ')}))`);
  const isMatch = compiled(body.filter);
  return (item) => {
    const { datetime, start_datetime: first, end_datetime: last } = propertiesOf(item);
    const known = [datetime, first, last].filter((time) => typeof time === 'string').map((time) => parseInstant(time)!);
    const isInTime =
      body.datetime === undefined ||
      (known.some((time) => compareInstants(time, to ?? latest) <= 0) &&
        known.some((time) => compareInstants(time, from ?? earliest) >= 0));
    return (
      (granted === 'all' || granted.has(item.collection)) &&
      (body.collections?.includes(item.collection) ?? true) &&
      (body.ids?.includes(item.id) ?? true) &&
      isInTime &&
      isInBox(item.document) &&
      isMatch(item.document)
    );
  };
}

/** A value as a pair that plain comparison orders. */
function rankOf(item: Item, field: string): readonly [kind: number, value: number | string] | null {
  const properties = propertiesOf(item);
  const raw =
    field === 'id' || field === 'collection'
      ? item[field]
      : field === 'datetime'
        ? (properties['datetime'] ?? properties['start_datetime'])
        : properties[field];
  if (typeof raw === 'number' || typeof raw === 'boolean') return [0, Number(raw)];
  if (typeof raw !== 'string') return null;
  const time = raw.length > 15 ? parseInstant(raw) : null;
  // Milliseconds and nanoseconds as digits of one length, after a text that starts as timestamps do.
  return [1, time === null ? raw : `2020-${String(time.ms).padStart(20, '0')}${String(time.nanos).padStart(6, '0')}`];
}

function comparator({ sortby }: Body): (a: Item, b: Item) => number {
  const given = sortby.map(({ field, direction }) => [field, direction === 'desc'] as const);
  const ending = [
    ['datetime', true],
    ['id', false],
    ['collection', false],
  ] as const;
  const seen = new Set<string>();
  const keys = [...given, ...(given.some(([field]) => field === 'id') ? ending.slice(1) : ending)].filter(
    ([field]) => !seen.has(field) && seen.add(field),
  );
  return (a, b) => {
    for (const [field, isDescending] of keys) {
      const [x, y] = [rankOf(a, field), rankOf(b, field)];
      if (x === null && y === null) continue;
      if (x === null || y === null) return x === null ? 1 : -1;
      const order = x[0] - y[0] || (x[1] < y[1] ? -1 : x[1] > y[1] ? 1 : 0);
      if (order !== 0) return isDescending ? -order : order;
    }
    return 0;
  };
}

const keyOf = ({ collection, id }: { readonly collection: string; readonly id: string }) => `${collection}/${id}`;

onEveryCatalog((fresh) => {
  test('random searches, paged to the end, equal the answer by brute force', async () => {
    const random = createRandom(seed);
    const catalog = await fresh();
    const items = Array.from({ length: 150 }, (_, i) => randomItem(random, `i${i % 110}`));
    const unique = [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()];
    await fill(catalog, items);
    let nonEmpty = 0;
    for (let i = 0; i < searches; i++) {
      const body = randomBody(random);
      const granted = random.below(4) === 0 ? new Set([random.pick(collections)]) : 'all';
      const expected = unique.filter(finder(body, granted)).toSorted(comparator(body)).map(keyOf);
      const limit = 3 + random.below(30);
      const pages = await pageThrough(catalog, { ...body, limit }, granted);
      const found = pages.flatMap((page) => page.found.map(keyOf));
      expect({ body, found }).toEqual({ body, found: expected });
      const { matched } = await search(catalog, { ...body, limit: 0 }, granted);
      expect(matched).toEqual({ atLeast: expected.length, isExact: true });
      if (expected.length > 0) nonEmpty++;
    }
    expect(nonEmpty).toBeGreaterThan(searches / 2);
  });
}, 'with partitions');
