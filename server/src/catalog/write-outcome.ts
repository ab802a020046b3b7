import type { DeleteOutcome, WriteMode, WriteOutcome } from './ports.ts';
import type { StoredDocument } from './stored-document.ts';

type Stored = Pick<StoredDocument, 'etag'> | undefined;

/** What a write does to what is stored now. */
export function outcomeOfWrite(
  stored: Stored,
  etag: string,
  mode: WriteMode,
  ifMatch: string | null,
): Exclude<WriteOutcome, 'no_collection'> {
  if (stored !== undefined && mode === 'insert') return 'conflict';
  if (!isMatch(stored, ifMatch)) return 'precondition_failed';
  if (stored === undefined) return mode === 'replace' ? 'missing' : 'created';
  return stored.etag === etag ? 'unchanged' : 'replaced';
}

export function outcomeOfDelete(stored: Stored, ifMatch: string | null): DeleteOutcome {
  if (stored === undefined) return 'missing';
  return isMatch(stored, ifMatch) ? 'deleted' : 'precondition_failed';
}

/** `ifMatch` may hold several etags, parted by blanks: one of them is enough. */
export const isMatch = (stored: Stored, ifMatch: string | null): boolean =>
  ifMatch === null || (stored !== undefined && (ifMatch === '*' || ifMatch.split(' ').includes(stored.etag)));
