import { type CollectionFacts, shownDocument } from '../../../../catalog/collections/shown-collection.ts';
import { isTextBoundAsItIs } from '../../../../catalog/plan/bound-value.ts';
import type { JsonObject } from '../../../../catalog/refuse.ts';
import { type StoredDocument, documentOf } from '../../../../catalog/stored-document.ts';
import { textOfCollection } from '../../../../catalog/text/searchable-text.ts';
import { textVersion } from '../../../../catalog/text/words-of.ts';
import type { Prepare } from '../file/statements.ts';
import { readState, writeState } from '../file/state.ts';

/** A collection as its row has it, and what of it its owner wrote. */
export type CollectionRow = { readonly number: number; readonly etag: string } & Readonly<
  Record<'shown' | 'own', Uint8Array>
>;

const read = `SELECT c.number, c.etag, c.document, f.own FROM collections c
  LEFT JOIN collection_facts f ON f.number = c.number WHERE c.id = ?`;
const saveFacts = `INSERT INTO collection_facts (number, w, s, e, n, start, finish, own)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
  ON CONFLICT DO UPDATE SET w = ?2, s = ?3, e = ?4, n = ?5, start = ?6, finish = ?7, own = ?8`;
const saveText = 'UPDATE collection_facts SET text = ?, text_version = ? WHERE number = ?';
const saveShown = 'UPDATE collections SET etag = ?, document = ?, revision = ? WHERE number = ?';

export function readCollectionRow(prepare: Prepare, id: string): CollectionRow | undefined {
  // Another one would be found: the driver ends a name at NUL.
  if (!isTextBoundAsItIs(id)) return undefined;
  const row = prepare(read).get(id) as [number, string, Uint8Array, Uint8Array | null] | undefined;
  return row && { number: row[0], etag: row[1], shown: row[2], own: row[3] ?? row[2] };
}

/** Brings what is shown up to what the items tell; nothing where the collection is gone. */
export function showCollection(prepare: Prepare, id: string, facts: CollectionFacts): void {
  const row = readCollectionRow(prepare, id);
  if (row === undefined) return;
  const shown = shownDocument(documentOf(row.own), facts);
  keepFacts(prepare, row.number, facts, shown.isOwn ? null : row.own);
  if (shown.etag !== row.etag) keepShown(prepare, row.number, shown);
}

export function keepFacts(
  prepare: Prepare,
  number: number,
  { extent: { bbox, start, end } }: CollectionFacts,
  own: Uint8Array | null,
): void {
  const [w, s, e, n] = bbox ?? [null, null, null, null];
  prepare(saveFacts).run(number, w, s, e, n, start, end, own);
}

/** What `q` searches: after the facts, whenever the owner wrote. */
export const keepText = (prepare: Prepare, number: number, own: JsonObject): void =>
  void prepare(saveText).run(textOfCollection(own), textVersion, number);

export const keepShown = (prepare: Prepare, number: number, { etag, bytes }: StoredDocument): void =>
  void prepare(saveShown).run(etag, bytes, nextRevision(prepare), number);

/** Whoever keeps collections in memory reads those of later revisions again. */
export function nextRevision(prepare: Prepare): number {
  const revision = Number(readState(prepare, 'revision') ?? 0) + 1;
  writeState(prepare, 'revision', String(revision));
  return revision;
}
