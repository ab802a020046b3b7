import type { Pool } from 'pg';
import type { ItemsExtent } from '../../../../catalog/collections/items-extent.ts';
import { joinExtents, noExtent } from '../../../../catalog/collections/items-extent.ts';
import { shownDocument } from '../../../../catalog/collections/shown-collection.ts';
import type { JsonObject } from '../../../../catalog/refuse.ts';
import { factsOf, keepFacts, keepShown, readCollectionRow } from '../collections/collection-rows.ts';
import { explaining, transaction } from '../../connections.ts';
import type { Desk } from './desk.ts';
import { readPlaces } from '../partitions/entry-places.ts';
import type { EntriesTable } from '../partitions/partitions.ts';
import { createPropertyTally } from '../collections/property-tally.ts';
import { queryOn } from '../database/query.ts';
import { readDeclared } from '../known/snapshot.ts';

export type Write = <T>(work: (desk: Desk) => Promise<T>) => Promise<T>;

const begin = `BEGIN; SET LOCAL lock_timeout = '30s'; SET LOCAL statement_timeout = 0`;
/** Until the commit: so that numbers of arrival, counts and versions are of one order on all nodes. */
const takeTurn = 'SELECT next_pk, entries, parting FROM catalog_state FOR UPDATE';
const keep = `UPDATE catalog_state SET version = version + 1, mark = ?, next_pk = ?`;

/** `mark` tells this process from others: a restored backup that grows on never has the same version. */
export function writesOn(pool: Pool, mark: string): Write {
  let last: Promise<unknown> = Promise.resolve();
  // One after the other: those that wait for their turn would take all connections.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const one = last.then(work, work);
    last = one.catch(() => {});
    return one;
  };
  return (work) =>
    inTurn(() =>
      explaining(() =>
        transaction(pool, begin, async (client) => {
          const query = queryOn(client);
          const [state] = await query<[number, EntriesTable, number | null]>(takeTurn);
          const [nextPk, table, parting] = state!;
          const desk: Desk = {
            client,
            query,
            declared: await readDeclared(query),
            entries: await readPlaces(query, table, parting),
            properties: createPropertyTally(query),
            items: new Map(),
            extents: new Map(),
            longSlots: new Set(),
            wideSlots: new Set(),
            nextPk,
            hasChanged: false,
          };
          const result = await work(desk);
          if (desk.hasChanged) await finish(desk, mark);
          return result;
        }),
      ),
    );
}

const addItems = 'UPDATE catalog_collections SET items = items + ? WHERE id = ?';
const noteLong = 'UPDATE catalog_declared SET has_long = true WHERE slot = ANY(?::smallint[]) AND NOT has_long';
const noteWide =
  'UPDATE catalog_declared SET in_items_only = true WHERE slot = ANY(?::smallint[]) AND NOT in_items_only';

async function finish(desk: Desk, mark: string): Promise<void> {
  const { query, items, extents, properties, longSlots, wideSlots } = desk;
  for (const [collection, more] of items) if (more !== 0) await query(addItems, [more, collection]);
  if (longSlots.size > 0) await query(noteLong, [[...longSlots]]);
  if (wideSlots.size > 0) await query(noteWide, [[...wideSlots]]);
  await properties.flush();
  for (const collection of new Set([...extents.keys(), ...items.keys(), ...properties.taught()]))
    await showCollection(desk, collection, extents.get(collection) ?? noExtent);
  await query(keep, [mark, desk.nextPk]);
}

/** Brings what is shown up to what the items tell; nothing where the collection is gone. */
export async function showCollection(desk: Desk, id: string, more: ItemsExtent): Promise<void> {
  const row = await readCollectionRow(desk.query, id);
  if (row === undefined) return;
  const extent = row.items <= 0 ? noExtent : joinExtents(row.extent, more);
  const facts = await factsOf(desk, id, extent);
  const shown = shownDocument(JSON.parse(row.own) as JsonObject, facts);
  if (extent !== row.extent || shown.etag !== row.etag)
    await keepFacts(desk.query, row.number, extent, shown.isOwn ? null : row.own);
  if (shown.etag !== row.etag) await keepShown(desk.query, row.number, shown);
}
