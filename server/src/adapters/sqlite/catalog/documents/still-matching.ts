import type { Item } from '../../../../catalog/item.ts';
import type { SearchConditions } from '../../../../catalog/search-request.ts';
import { stillMatches } from '../../../../catalog/still-matches.ts';
import { documentOf } from '../../../../catalog/stored-document.ts';
import type { Desk } from '../write/desk.ts';
import { findItem } from '../write/put-items.ts';

type ItemKey = Pick<Item, 'collection' | 'id'>;

const readDocument = 'SELECT document FROM documents WHERE pk = ?';

/** Of items that were found before, those that are still what was asked for. */
export function stillMatching(
  desk: Pick<Desk, 'prepare' | 'index'>,
  keys: readonly ItemKey[],
  conditions: SearchConditions,
): readonly ItemKey[] {
  const isMatch = stillMatches(conditions);
  return keys.filter(({ collection, id }) => {
    const stored = findItem(desk, collection, id);
    if (stored === undefined) return false;
    const [bytes] = desk.prepare(readDocument).get(stored.pk) as [Uint8Array];
    return isMatch(documentOf(bytes));
  });
}
