import type { Random } from '../../tests/support/seeded-random.ts';
import { campaigns, placeNames, themes } from '../search/items/titles.ts';
import { country, smallArea } from '../search/kinds/areas.ts';
import { type Search, type SearchBody, search } from '../search/kinds/query.ts';
import { someYear } from '../search/kinds/times.ts';

/** `isBound`: the bound of the benchmark is for it; others are shown. */
export type TextKind = { readonly name: string; readonly isBound: boolean; readonly make: (random: Random) => Search };

/** Words that more than a third of all items have. */
const common = ['sentinel', '2'];
const seasons = ['winter', 'spring', 'summer', 'autumn'];
const theme = (random: Random): string => `"${random.pick(themes)}"`;
const place = (random: Random): string => `"${random.pick(placeNames)}"`;
const rare = (random: Random): string => `c${random.below(campaigns)}`;

const kind = (name: string, make: (random: Random) => SearchBody): TextKind => ({
  name,
  isBound: true,
  make: (random) => search(make(random)),
});
const shown = (name: string, make: (random: Random) => SearchBody): TextKind => ({
  ...kind(name, make),
  isBound: false,
});

export const textKinds: readonly TextKind[] = [
  kind('rare word', (random) => ({ q: rare(random) })),
  kind('common word', (random) => ({ q: random.pick(common) })),
  kind('place or theme', (random) => ({ q: random.pick([place, theme])(random) })),
  kind('absent word', (random) => ({ q: `absent${random.below(1_000)}` })),
  kind('two words, AND', (random) => ({ q: `${place(random)} AND ${random.pick([...seasons, theme(random)])}` })),
  kind('two common words, AND', (random) => ({ q: `${random.pick(common)} AND ${random.pick(seasons)}` })),
  kind('two words, OR', (random) => ({ q: [theme(random), random.pick([...seasons, rare(random)])] })),
  kind('phrase', (random) => ({
    q: random.pick([`"${random.pick(seasons)} ${2016 + random.below(10)}"`, `"sentinel 2 ${random.pick(placeNames)}"`]),
  })),
  kind('word but not another', (random) => ({ q: `${random.pick(common)} -${theme(random)}` })),
  kind('common word + small AOI', (random) => ({ q: random.pick(common), bbox: smallArea(random) })),
  kind('common word + country + year', (random) => ({
    q: random.pick(common),
    bbox: country(random),
    datetime: someYear(random),
  })),
  shown('theme + country', (random) => ({ q: theme(random), bbox: country(random) })),
  shown('theme + collection', (random) => ({ q: theme(random), collections: ['very-high-archive'] })),
  shown('theme + clouds', (random) => ({
    q: theme(random),
    filter: { op: '<=', args: [{ property: 'eo:cloud_cover' }, 5] },
  })),
  shown('place, least clouds first', (random) => ({
    q: place(random),
    sortby: [{ field: 'eo:cloud_cover', direction: 'asc' }],
  })),
  shown('exact count of a theme', (random) => ({ q: theme(random), limit: 0 })),
];
