import type { Collection } from '../../../../catalog/collection.ts';
import { ownCollection, shownDocument } from '../../../../catalog/collections/shown-collection.ts';
import { durationClasses } from '../../../../catalog/plan/duration-class.ts';
import { collectionStream } from '../../../../catalog/plan/streams.ts';
import type { DeleteOutcome, WriteMode, WriteReport } from '../../../../catalog/ports.ts';
import { documentOf, storedDocument } from '../../../../catalog/stored-document.ts';
import { outcomeOfDelete, outcomeOfWrite } from '../../../../catalog/write-outcome.ts';
import { removeItem } from './delete-items.ts';
import type { Desk } from './desk.ts';
import {
  type CollectionRow,
  keepFacts,
  keepShown,
  keepText,
  nextRevision,
  readCollectionRow,
} from '../collections/show-collection.ts';
import { writeState } from '../file/state.ts';

export type CollectionWrite = {
  readonly collection: Pick<Collection, 'id' | 'bytes'>;
  readonly mode: WriteMode;
  readonly ifMatch: string | null;
};

/** The report's etag is that of what is shown. */
export function putCollection(desk: Desk, { collection, mode, ifMatch }: CollectionWrite): WriteReport {
  const { prepare, memory, tally } = desk;
  const { id } = collection;
  const stored = readCollectionRow(prepare, id);
  const own = ownPart(stored, collection.bytes);
  const facts = memory.facts.of(id);
  const document = documentOf(own);
  const shown = shownDocument(document, facts);
  const outcome = outcomeOfWrite(stored, shown.etag, mode, ifMatch);
  if (outcome === 'created') insert(desk, id, shown);
  if (outcome === 'replaced') keepShown(prepare, stored!.number, shown);
  const isStored = outcome === 'created' || outcome === 'replaced' || outcome === 'unchanged';
  if (!isStored) return { id, outcome, etag: null };
  const isOwnKept = outcome === 'unchanged' && Buffer.compare(own, stored!.own) === 0;
  if (!isOwnKept) {
    const number = memory.collectionNumber(id)!;
    keepFacts(prepare, number, facts, shown.isOwn ? null : own);
    keepText(prepare, number, document);
  }
  if (outcome !== 'unchanged') tally.hasChanged = true;
  return { id, outcome, etag: shown.etag };
}

function insert({ prepare }: Desk, id: string, { etag, bytes }: Pick<Collection, 'etag' | 'bytes'>): void {
  const revision = nextRevision(prepare);
  prepare('INSERT INTO collections (id, etag, document, revision) VALUES (?, ?, ?, ?)').run(id, etag, bytes, revision);
  writeState(prepare, 'roster', String(revision));
}

function ownPart(stored: CollectionRow | undefined, given: Uint8Array): Uint8Array {
  if (stored === undefined || stored.own === stored.shown) return given;
  const before = { own: documentOf(stored.own), shown: documentOf(stored.shown) };
  return storedDocument(ownCollection(documentOf(given), before)).bytes;
}

export function deleteCollection(desk: Desk, id: string, ifMatch: string | null): DeleteOutcome {
  const { prepare, tally } = desk;
  const stored = readCollectionRow(prepare, id);
  const outcome = outcomeOfDelete(stored, ifMatch);
  if (outcome !== 'deleted') return outcome;
  const { number } = stored!;
  for (const duration of durationClasses) removeStream(desk, collectionStream(number, duration));
  prepare('DELETE FROM collection_facts WHERE number = ?').run(number);
  prepare('DELETE FROM collections WHERE id = ?').run(id);
  const revision = String(nextRevision(prepare));
  writeState(prepare, 'gone', revision);
  writeState(prepare, 'roster', revision);
  tally.dropped.add(id);
  tally.hasChanged = true;
  return outcome;
}

const chunk = 500;

/** Every item of a stream, in chunks: there may be millions. */
function removeStream(desk: Desk, stream: number): void {
  for (;;) {
    const rows = desk.prepare('SELECT pk FROM entries WHERE stream = ? LIMIT ?').all(stream, chunk) as [number][];
    for (const [pk] of rows) removeItem(desk, pk);
    if (rows.length < chunk) return;
  }
}
