import {
  placedColumns,
  slotColumns,
  slotsOfEntry,
} from '../../../server/src/adapters/postgres/catalog/database/schema.ts';
import type { OwnSchema } from './server.ts';

/** Queries that find nothing where every derived row is right, over the table that searches read. */
const checksOf = (entries: string): Readonly<Record<string, string>> => ({
  'an entry that is missing or wrong': `
    (SELECT unnest(streams) AS stream, ${[...placedColumns, ...slotsOfEntry].join(', ')} FROM catalog_items
      EXCEPT SELECT stream, ${[...placedColumns, ...slotColumns].join(', ')} FROM ${entries})`,
  'a property whose values entries have not all': `
    SELECT slot, name FROM catalog_declared WHERE NOT in_items_only AND (
      ${slotsOfEntry.map((_, slot) => `slot = ${slot} AND EXISTS (SELECT 1 FROM catalog_items i JOIN ${entries} r USING (pk) WHERE i.v${slot} IS DISTINCT FROM r.v${slot})`).join(' OR ')})`,
  'an entry of nobody': `SELECT r.stream, r.pk FROM ${entries} r LEFT JOIN catalog_items i ON i.pk = r.pk
     AND r.stream = ANY(i.streams) WHERE i.pk IS NULL`,
  'a count of a stream': `
    SELECT stream, x.items, t.items AS counted FROM
      (SELECT stream, count(*) AS items, max(dt) AS newest, min(nullif(dt, '')) AS oldest FROM ${entries} GROUP BY stream) x
      FULL JOIN catalog_streams t USING (stream)
     WHERE x.items IS DISTINCT FROM t.items OR t.newest < x.newest OR t.oldest > x.oldest`,
  'a count of a collection': `
    SELECT c.id, c.items FROM catalog_collections c
     WHERE c.items <> (SELECT count(*) FROM catalog_items i WHERE i.collection = c.id)`,
  'an item of no collection': `SELECT i.id FROM catalog_items i WHERE i.collection NOT IN (SELECT id FROM catalog_collections)`,
  'a number beyond the last': `SELECT pk FROM catalog_items WHERE pk >= (SELECT next_pk FROM catalog_state)`,
});

export async function problemsOf({ rows }: OwnSchema): Promise<readonly unknown[]> {
  const [state] = await rows('SELECT entries FROM catalog_state');
  const problems = [];
  for (const [what, text] of Object.entries(checksOf(state!['entries'] as string)))
    for (const row of (await rows(text)).slice(0, 3)) problems.push({ what, row });
  return problems;
}
