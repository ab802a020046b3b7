import type { Item } from '../../../../catalog/item.ts';
import type { DeleteOutcome } from '../../../../catalog/ports.ts';
import { outcomeOfDelete } from '../../../../catalog/write-outcome.ts';
import type { Desk } from './desk.ts';
import { collectionOf, dtOf, streamsIn } from '../file/item-row.ts';
import { findItem, readItemRow, readProperties } from './put-items.ts';
import { countItem, countStreams } from './tally.ts';
import { removeText } from './write-texts.ts';

type ItemKey = Pick<Item, 'collection' | 'id'>;

export function deleteItem(desk: Desk, { collection, id }: ItemKey, ifMatch: string | null): DeleteOutcome {
  const stored = findItem(desk, collection, id);
  const outcome = outcomeOfDelete(stored, ifMatch);
  if (outcome !== 'deleted') return outcome;
  const { memory, tally } = desk;
  memory.statistics.count(tally, collection, readProperties(desk, stored!.pk), -1);
  countItem(tally, collection, -1);
  removeItem(desk, stored!.pk);
  return outcome;
}

/** How many there were. */
export const deleteItems = (desk: Desk, keys: readonly ItemKey[]): number =>
  keys.filter((key) => deleteItem(desk, key, null) === 'deleted').length;

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
