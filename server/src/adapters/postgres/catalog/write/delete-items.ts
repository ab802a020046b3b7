import type { Item } from '../../../../catalog/item.ts';
import type { DeleteOutcome } from '../../../../catalog/ports.ts';
import type { SearchConditions } from '../../../../catalog/search-request.ts';
import { stillMatches } from '../../../../catalog/still-matches.ts';
import { outcomeOfDelete } from '../../../../catalog/write-outcome.ts';
import type { Desk } from './desk.ts';
import { eachDocument, forgetProperties, removeItems } from './remove-items.ts';

type ItemKey = Pick<Item, 'collection' | 'id'>;

const find = `SELECT DISTINCT i.pk, i.etag, i.collection FROM unnest(?::text[], ?::text[]) AS k (id, collection)
  CROSS JOIN LATERAL (SELECT * FROM catalog_items i WHERE i.id = k.id AND i.collection = k.collection OFFSET 0) i`;

type Row = readonly [pk: number, etag: string, collection: string];

const findItems = ({ query }: Desk, keys: readonly ItemKey[]): Promise<readonly Row[]> =>
  query<Row>(find, [keys.map(({ id }) => id), keys.map(({ collection }) => collection)]);

export async function deleteItem(desk: Desk, key: ItemKey, ifMatch: string | null): Promise<DeleteOutcome> {
  const [row] = await findItems(desk, [key]);
  const outcome = outcomeOfDelete(row && { etag: row[1] }, ifMatch);
  if (outcome === 'deleted') await remove(desk, [row!]);
  return outcome;
}

const chunk = 1_000;

/** How many went; with conditions, of those that are still so. */
export async function deleteItems(
  desk: Desk,
  keys: readonly ItemKey[],
  conditions?: SearchConditions,
): Promise<number> {
  let count = 0;
  for (let from = 0; from < keys.length; from += chunk) {
    const found = await findItems(desk, keys.slice(from, from + chunk));
    const rows = conditions === undefined ? found : await stillMatching(desk, found, conditions);
    await remove(desk, rows);
    count += rows.length;
  }
  return count;
}

async function stillMatching(desk: Desk, rows: readonly Row[], conditions: SearchConditions): Promise<readonly Row[]> {
  const isMatch = stillMatches(conditions);
  const kept = new Set<number>();
  for await (const { pk, document } of eachDocument(
    desk,
    rows.map(([pk]) => pk),
  ))
    if (isMatch(document)) kept.add(pk);
  return rows.filter(([pk]) => kept.has(pk));
}

async function remove(desk: Desk, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const pks = rows.map(([pk]) => pk);
  await forgetProperties(desk, pks);
  await removeItems(desk, pks);
  for (const [, , collection] of rows) desk.items.set(collection, (desk.items.get(collection) ?? 0) - 1);
  desk.hasChanged = true;
}
