import type { Collection } from '../../../../catalog/collection.ts';
import { noExtent } from '../../../../catalog/collections/items-extent.ts';
import { ownCollection, shownDocument } from '../../../../catalog/collections/shown-collection.ts';
import { rangeOfCollection } from '../../../../catalog/plan/streams.ts';
import type { DeleteOutcome, WriteMode, WriteReport } from '../../../../catalog/ports.ts';
import type { JsonObject } from '../../../../catalog/refuse.ts';
import { type StoredDocument, storedDocument } from '../../../../catalog/stored-document.ts';
import { outcomeOfDelete, outcomeOfWrite } from '../../../../catalog/write-outcome.ts';
import {
  type CollectionRow,
  factsOf,
  keepFacts,
  keepShown,
  nextRevision,
  readCollectionRow,
  textOf,
} from '../collections/collection-rows.ts';
import type { Desk } from './desk.ts';
import type { EntriesTable } from '../partitions/partitions.ts';
import { removeItems } from './remove-items.ts';

/** The report's etag is that of what is shown. */
export async function putCollection(
  desk: Desk,
  { id, bytes }: Collection,
  mode: WriteMode,
  ifMatch: string | null,
): Promise<WriteReport> {
  const stored = await readCollectionRow(desk.query, id);
  const own = ownPart(stored, textOf(bytes));
  const facts = await factsOf(desk, id, stored?.extent ?? noExtent);
  const shown = shownDocument(JSON.parse(own) as JsonObject, facts);
  const outcome = outcomeOfWrite(stored, shown.etag, mode, ifMatch);
  if (outcome !== 'created' && outcome !== 'replaced' && outcome !== 'unchanged') return { id, outcome, etag: null };
  const number = stored?.number ?? (await insert(desk, id, shown));
  if (outcome === 'replaced') await keepShown(desk.query, number, shown);
  if (stored === undefined || own !== stored.own || outcome === 'replaced')
    await keepFacts(desk.query, number, facts.extent, shown.isOwn ? null : own);
  if (outcome !== 'unchanged') desk.hasChanged = true;
  return { id, outcome, etag: shown.etag };
}

const add = 'INSERT INTO catalog_collections (id, etag, document, revision) VALUES (?, ?, ?, ?) RETURNING number';

async function insert({ query }: Desk, id: string, { etag, bytes }: StoredDocument): Promise<number> {
  const [row] = await query<[number]>(add, [id, etag, textOf(bytes), await nextRevision(query)]);
  return row![0];
}

function ownPart(stored: CollectionRow | undefined, given: string): string {
  if (stored === undefined || stored.own === stored.shown) return given;
  const before = { own: JSON.parse(stored.own) as JsonObject, shown: JSON.parse(stored.shown) as JsonObject };
  return textOf(storedDocument(ownCollection(JSON.parse(given) as JsonObject, before)).bytes);
}

const chunk = 5_000;
const someItems = (table: EntriesTable): string => `SELECT pk FROM ${table} WHERE stream BETWEEN ? AND ? LIMIT ?`;

export async function deleteCollection(desk: Desk, id: string, ifMatch: string | null): Promise<DeleteOutcome> {
  const { query, properties } = desk;
  const stored = await readCollectionRow(query, id);
  const outcome = outcomeOfDelete(stored, ifMatch);
  if (outcome !== 'deleted') return outcome;
  const { first, last } = rangeOfCollection(stored!.number);
  for (;;) {
    const rows = await query<[number]>(someItems(desk.entries.table), [first, last, chunk]);
    await removeItems(
      desk,
      rows.map(([pk]) => pk),
    );
    if (rows.length < chunk) break;
  }
  await properties.drop(id);
  await query('DELETE FROM catalog_collections WHERE number = ?', [stored!.number]);
  await nextRevision(query);
  desk.hasChanged = true;
  return outcome;
}
