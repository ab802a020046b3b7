import type { Item } from '../../../../catalog/item.ts';
import type { DeleteOutcome } from '../../../../catalog/ports.ts';
import type { JsonObject } from '../../../../catalog/refuse.ts';
import type { SearchConditions } from '../../../../catalog/search-request.ts';
import { stillMatches } from '../../../../catalog/still-matches.ts';
import { outcomeOfDelete } from '../../../../catalog/write-outcome.ts';
import type { Desk } from './desk.ts';
import { collectionOf, dtOf, streamsIn } from '../file/item-row.ts';
import { findItem, propertiesOf, readDocument, readItemRow } from './put-items.ts';
import { countItem, countStreams } from './tally.ts';
import { removeText } from './write-texts.ts';

type ItemKey = Pick<Item, 'collection' | 'id'>;

export function deleteItem(desk: Desk, { collection, id }: ItemKey, ifMatch: string | null): DeleteOutcome {
  const stored = findItem(desk, collection, id);
  const outcome = outcomeOfDelete(stored, ifMatch);
  if (outcome === 'deleted') remove(desk, collection, stored!.pk, readDocument(desk, stored!.pk));
  return outcome;
}

/** How many went; with conditions, of those that are still so. */
export function deleteItems(desk: Desk, keys: readonly ItemKey[], conditions: SearchConditions | null): number {
  const isMatch = conditions === null ? () => true : stillMatches(conditions);
  let count = 0;
  for (const { collection, id } of keys) {
    const stored = findItem(desk, collection, id);
    const document = stored && readDocument(desk, stored.pk);
    if (document === undefined || !isMatch(document)) continue;
    remove(desk, collection, stored!.pk, document);
    count += 1;
  }
  return count;
}

function remove(desk: Desk, collection: string, pk: number, document: JsonObject): void {
  const { memory, tally } = desk;
  memory.statistics.count(tally, collection, propertiesOf({ document }), -1);
  countItem(tally, collection, -1);
  removeItem(desk, pk);
}

/** All that the store has of an item but the counts of its collection. */
export function removeItem(desk: Desk, pk: number): void {
  const { prepare, memory, index, tally } = desk;
  const row = readItemRow(desk, pk);
  memory.rollups.count(tally.rollups, memory.collectionNumber(collectionOf(row))!, pk, row, -1);
  index.remove(pk, row);
  removeText(desk, pk, dtOf(row));
  prepare('DELETE FROM items WHERE pk = ?').run(pk);
  prepare('DELETE FROM documents WHERE pk = ?').run(pk);
  if (!index.isLate(pk)) countStreams(tally, streamsIn(row), dtOf(row), -1);
  tally.hasChanged = true;
}
