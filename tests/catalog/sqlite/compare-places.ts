import type { Item } from '../../../server/src/catalog/item.ts';
import { createRandom } from '../../support/seeded-random.ts';
import { compareSearch, truthOf } from './compare-pages.ts';
import { searchHere } from './loaded-store.ts';
import { randomGrant, randomPlace } from './many-searches.ts';

type Places = {
  readonly file: string;
  readonly items: readonly Item[];
  readonly seed: number;
  readonly cellRows: number;
  readonly count: number;
};

/** Searches for places alone by remembered cells, each three times: the second reads cells, the third remembers. */
export function* comparePlaces({ file, items, seed, cellRows, count }: Places, saw: (sql: string) => void) {
  const here = searchHere(file, { cellRows }, saw);
  const random = createRandom(seed + cellRows);
  const collections = [...new Set(items.map(({ collection }) => collection))];
  for (let i = 0; i < count; i++) {
    const [body, grant] = [randomPlace(random), randomGrant(random, collections)];
    const asked = { search: here.search, body, grant, truth: truthOf(items, body, grant) };
    yield { seed, i, body, grant, problems: [1, 2, 3].map(() => compareSearch(asked, random, 1)) };
  }
  here.close();
}
