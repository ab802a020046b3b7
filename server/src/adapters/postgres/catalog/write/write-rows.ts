import type { Item } from '../../../../catalog/item.ts';
import type { SlotValue } from '../../../../catalog/plan/slots.ts';
import type { Stream } from '../../../../catalog/plan/streams.ts';
import { createBinaryRows } from '../database/binary-rows.ts';
import { copyIn } from '../database/copy-in.ts';
import type { Desk } from './desk.ts';
import { inTurns } from './in-turns.ts';
import { itemColumns, rowOf } from '../database/item-row.ts';
import { addEntries } from '../partitions/write-entries.ts';

export type NewRow = {
  readonly pk: number;
  readonly item: Item;
  readonly slots: readonly SlotValue[];
  readonly streams: readonly Stream[];
};

const copyItems = `COPY catalog_items (${itemColumns.join(', ')}) FROM STDIN (FORMAT binary)`;
/** Oldest and newest only widen: what lies between is never missed. */
const addCounts = `INSERT INTO catalog_streams AS t (stream, items, oldest, newest)
  SELECT stream, count(*), coalesce(min(nullif(dt, '')), ''), max(dt)
    FROM (SELECT unnest(streams) AS stream, dt FROM catalog_items WHERE pk = ANY(?::bigint[])) x
   GROUP BY stream ORDER BY stream
  ON CONFLICT (stream) DO UPDATE SET items = t.items + excluded.items, newest = greatest(t.newest, excluded.newest),
    oldest = CASE WHEN t.oldest = '' THEN excluded.oldest WHEN excluded.oldest = '' THEN t.oldest
      ELSE least(t.oldest, excluded.oldest) END`;

/** The rows of items that have none, with all that is found by. */
export async function writeRows(desk: Desk, rows: readonly NewRow[]): Promise<void> {
  const { client, query, longSlots, wideSlots } = desk;
  const binary = createBinaryRows();
  for await (const { pk, item, slots, streams } of inTurns(rows)) {
    const row = rowOf(pk, item, slots, streams);
    binary.add(row.fields);
    for (const slot of row.longSlots) longSlots.add(slot);
    for (const slot of row.wideSlots) wideSlots.add(slot);
  }
  await copyIn(client, copyItems, binary.end());
  await addEntries(
    desk,
    rows.map(({ pk, item }) => ({ pk, dt: item.dt ?? '' })),
  );
  await query(addCounts, [rows.map(({ pk }) => pk)]);
}
