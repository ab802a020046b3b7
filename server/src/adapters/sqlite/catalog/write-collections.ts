import type { Collection } from '../../../catalog/collection.ts';
import { durationClasses } from '../../../catalog/plan/duration-class.ts';
import { collectionStream } from '../../../catalog/plan/streams.ts';
import type { DeleteOutcome, WriteMode, WriteReport } from '../../../catalog/ports.ts';
import { outcomeOfDelete, outcomeOfWrite } from '../../../catalog/write-outcome.ts';
import { removeItem } from './delete-items.ts';
import type { Desk } from './desk.ts';

export type CollectionWrite = {
  readonly collection: Pick<Collection, 'id' | 'bytes' | 'etag'>;
  readonly mode: WriteMode;
  readonly ifMatch: string | null;
};

export function putCollection(desk: Desk, { collection, mode, ifMatch }: CollectionWrite): WriteReport {
  const { id, bytes, etag } = collection;
  const outcome = outcomeOfWrite(storedCollection(desk, id), etag, mode, ifMatch);
  if (outcome === 'created')
    desk.prepare('INSERT INTO collections (id, etag, document) VALUES (?, ?, ?)').run(id, etag, bytes);
  if (outcome === 'replaced')
    desk.prepare('UPDATE collections SET etag = ?, document = ? WHERE id = ?').run(etag, bytes, id);
  if (outcome === 'created' || outcome === 'replaced') desk.tally.hasChanged = true;
  const isStored = outcome === 'created' || outcome === 'replaced' || outcome === 'unchanged';
  return { id, outcome, etag: isStored ? etag : null };
}

function storedCollection({ prepare }: Desk, id: string): { readonly etag: string } | undefined {
  const row = prepare('SELECT etag FROM collections WHERE id = ?').get(id) as [string] | undefined;
  return row && { etag: row[0] };
}

export function deleteCollection(desk: Desk, id: string, ifMatch: string | null): DeleteOutcome {
  const outcome = outcomeOfDelete(storedCollection(desk, id), ifMatch);
  if (outcome !== 'deleted') return outcome;
  const { prepare, memory, tally } = desk;
  const number = memory.collectionNumber(id)!;
  for (const duration of durationClasses) removeStream(desk, collectionStream(number, duration));
  prepare('DELETE FROM property_stats WHERE collection = ?').run(id);
  prepare('DELETE FROM collections WHERE id = ?').run(id);
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
