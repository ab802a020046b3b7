import { noExtent } from '../../../catalog/collections/items-extent.ts';
import { parseItem } from '../../../catalog/item.ts';
import { slotReader } from '../../../catalog/plan/slots.ts';
import { indexVersion, streamsOf } from '../../../catalog/plan/streams.ts';
import { textVersion } from '../../../catalog/text/words-of.ts';
import { PlatformError } from '../../../shared/errors.ts';
import type { Desk } from './write/desk.ts';
import { removeItems } from './write/remove-items.ts';
import { showCollection } from './write/write.ts';
import { writeRows } from './write/write-rows.ts';

const itemsAtOnce = 200;
const collectionsAtOnce = 100;

/** One chunk of what declared properties, a new index and other summaries still need; false when nothing is left. */
export async function tend(desk: Desk): Promise<boolean> {
  const [state] = await desk.query<[number | null, number | null]>('SELECT reindex, showing FROM catalog_state');
  const [reindex, showing] = state!;
  if (reindex !== null) await reindexSome(desk, reindex);
  else if (showing !== null) await showSome(desk, showing);
  return reindex !== null || showing !== null;
}

const some = `SELECT i.pk, i.document, c.number FROM catalog_items i JOIN catalog_collections c ON c.id = i.collection
  WHERE i.pk > ? ORDER BY i.pk LIMIT ?`;

/** Item by item, whatever they are indexed by now. */
async function reindexSome(desk: Desk, after: number): Promise<void> {
  const { query, declared } = desk;
  const rows = await query<[number, string, number]>(some, [after, itemsAtOnce]);
  const last = rows.at(-1)?.[0];
  if (last === undefined) {
    await query('UPDATE catalog_declared SET is_ready = true');
    await query('UPDATE catalog_state SET index_version = ?, text_version = ?, reindex = NULL', [
      indexVersion,
      textVersion,
    ]);
    desk.hasChanged = true;
    return;
  }
  const readSlots = slotReader(declared);
  const items = rows.flatMap(([pk, text, number]) => {
    const item = readAgain(text);
    return item === null ? [] : [{ pk, item, slots: readSlots(item.document), streams: streamsOf(item, number) }];
  });
  await removeItems(
    desk,
    items.map(({ pk }) => pk),
  );
  await writeRows(desk, items);
  await query('UPDATE catalog_state SET reindex = ?', [last]);
  desk.hasChanged = true;
}

/** Null where a later release would refuse it: it stays as it was indexed. */
function readAgain(text: string): ReturnType<typeof parseItem> | null {
  try {
    return parseItem(JSON.parse(text));
  } catch (error) {
    if (error instanceof PlatformError) return null;
    throw error;
  }
}

/** After another choice of properties to summarise. */
async function showSome(desk: Desk, after: number): Promise<void> {
  const { query } = desk;
  const rows = await query<[number, string]>(
    'SELECT number, id FROM catalog_collections WHERE number > ? ORDER BY number LIMIT ?',
    [after, collectionsAtOnce],
  );
  for (const [, id] of rows) await showCollection(desk, id, noExtent);
  await query('UPDATE catalog_state SET showing = ?', [rows.at(-1)?.[0] ?? null]);
  desk.hasChanged = rows.length > 0;
}
