import { parseItem } from '../../server/src/catalog/item.ts';
import { writePageToken } from '../../server/src/catalog/page-token.ts';
import { defaultSort } from '../../server/src/catalog/sort.ts';
import { sortValuesReader } from '../../server/src/catalog/sort-value.ts';
import { type Random, createRandom } from '../../tests/support/seeded-random.ts';
import { grantedCollection } from './items/collections.ts';
import { platforms } from './items/families.ts';
import { country, polygonOf50, smallArea, wideArea } from './kinds/areas.ts';
import { type Query, type Search, type SearchBody, search } from './kinds/query.ts';
import { someMonth, someYear } from './kinds/times.ts';
import { makeItem } from './make-items.ts';

/** `page` and `id` have a bound; `own` is only shown. */
export type Bound = 'page' | 'id' | 'own';

export type Kind = {
  readonly name: string;
  readonly bound: Bound;
  /** A page that is not full was cheap for another reason: growth is judged by full pages. */
  readonly isFull: boolean;
  /** Whether more than a handful can be found. */
  readonly hasPages: boolean;
  /** Asked over HTTP too, where no grant narrows and no error is looked for. */
  readonly isInMix: boolean;
  readonly make: (random: Random, items: number) => Query;
};

const is = (property: string, value: unknown) => ({ op: '=', args: [{ property }, value] });
const below = (property: string, value: number) => ({ op: '<=', args: [{ property }, value] });
const all = (...args: readonly unknown[]) => ({ op: 'and', args });

const flown = [...platforms.scene, ...platforms['very-high']];
const cloudAndPlatform = (random: Random): SearchBody => ({
  filter: all(below('eo:cloud_cover', random.pick([5, 10, 20, 50])), is('platform', random.pick(flown))),
});

/** After an item somewhere in the catalogue: hundreds or many thousands of pages in. */
function deepPage(random: Random, items: number): Search {
  const item = parseItem(JSON.parse(makeItem(random.below(items)).text));
  const values = sortValuesReader(defaultSort)(item);
  const token = writePageToken({ isBackward: false, values }, defaultSort);
  const where = random.chance(0.5) ? { bbox: country(random) } : {};
  return search({ ...where, token }, { after: { collection: item.collection, id: item.id } });
}

const absentValue = (random: Random): Search =>
  random.pick([
    search({ filter: is('platform', 'never-flown') }),
    search({ filter: is('platform', 'never-flown'), bbox: country(random) }),
    search({ filter: { op: '>', args: [{ property: 'eo:cloud_cover' }, 100] } }),
    search({ filter: is('platform', 'never-flown'), datetime: someYear(random) }),
  ]);

const byValue = (random: Random): SearchBody => ({
  sortby: random.pick([
    [{ field: 'eo:cloud_cover', direction: 'asc' }],
    [{ field: 'view:off_nadir', direction: 'asc' }],
    [{ field: 'gsd', direction: 'asc' }],
  ]),
});

const ofGrant = (random: Random): Search =>
  search(random.pick([{}, { bbox: country(random) }, { bbox: country(random), datetime: someYear(random) }]), {
    grant: grantedCollection,
  });

const exactCount = (random: Random): Search => search({ bbox: country(random), datetime: someYear(random), limit: 0 });

const undeclaredSomewhere = (random: Random): Search =>
  search({ bbox: country(random), datetime: someMonth(random), filter: is('quality:grade', 'A') });

const ofOthers = (random: Random): Search =>
  search({ collections: ['aerial'], filter: is('platform', random.pick(flown)) });

const kind = (name: string, make: Kind['make'], more: Partial<Kind> = {}): Kind => ({
  name,
  bound: 'page',
  isFull: true,
  hasPages: true,
  isInMix: true,
  make,
  ...more,
});
const notFull = { isFull: false } as const;
const own = { bound: 'own', isInMix: false, isFull: false } as const;
const byId = { bound: 'id', isFull: false, hasPages: false } as const;

const nameOf = (number: number) => {
  const { collection, id } = makeItem(number);
  return { collection: collection.id, id };
};

export const kinds: readonly Kind[] = [
  kind('small AOI', (random) => search({ bbox: smallArea(random) })),
  kind('small AOI + month', (random) => search({ bbox: smallArea(random), datetime: someMonth(random) })),
  kind('country + year', (random) => search({ bbox: country(random), datetime: someYear(random) })),
  kind('country', (random) => search({ bbox: country(random) })),
  kind('global cloud + platform', (random) => search(cloudAndPlatform(random))),
  kind('country + cloud + platform', (random) => search({ bbox: country(random), ...cloudAndPlatform(random) })),
  kind('world newest', () => search({})),
  kind('50-vertex polygon', (random) => search({ intersects: polygonOf50(random) })),
  kind('wide AOI', (random) => search({ bbox: wideArea(random) })),
  kind('deep page', deepPage),
  kind('id, by item', (random, items) => ({ ask: 'item', ...nameOf(random.below(items)) }), {
    ...byId,
    isInMix: false,
  }),
  kind('id, by search', (random, items) => search({ ids: [nameOf(random.below(items)).id] }), byId),
  kind('absent value', absentValue, notFull),
  kind('declared sort', (random) => search(byValue(random))),
  kind('declared sort, country', (random) => search({ bbox: country(random), ...byValue(random) }), own),
  kind('5 % collection grant', ofGrant, { isInMix: false }),
  kind('exact count, country + year', exactCount, { ...own, hasPages: false }),
  kind('undeclared property, country + month', undeclaredSomewhere, own),
  kind('undeclared property, world', () => search({ filter: is('quality:grade', 'B') }), own),
  kind('value of another collection', ofOthers, own),
];

export const kindsWith = (text: string): readonly Kind[] => kinds.filter(({ name }) => name.includes(text));

/** The same queries for the same seed, whatever the other kinds are. */
export function queriesOf({ name, make }: Kind, count: number, items: number, seed: number): readonly Query[] {
  const salt = [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed);
  const random = createRandom(salt);
  return Array.from({ length: count }, () => make(random, items));
}
