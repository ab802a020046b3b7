import { PlatformError } from '../shared/errors.ts';
import type { WriteOutcome } from './ports.ts';
import type { Patch } from './patch/patch.ts';
import { type StoredDocument, documentOf } from './stored-document.ts';
import { requireKept } from './write-conditions.ts';
import { isMatch } from './write-outcome.ts';

/** How one kind of document is read and written. */
export type Shelf<T extends StoredDocument> = {
  readonly read: () => Promise<StoredDocument | null>;
  readonly parse: (json: unknown) => T;
  /** Replaces what has this etag. */
  readonly write: (changed: T, etag: string) => Promise<WriteOutcome>;
};

/** Of callers that change one document at once, each round one is done: of 20, one in a million waits for so many. */
const mostAttempts = 256;

/** Reads, changes and writes back only what it read; begins anew when another was faster and the caller named no etag. */
export async function changeStored<T extends StoredDocument>(
  { read, parse, write }: Shelf<T>,
  patch: Patch,
  ifMatch: string | null,
): Promise<T> {
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const stored = await read();
    if (stored === null) throw new PlatformError('not_found');
    if (!isMatch(stored, ifMatch)) requireKept('precondition_failed', { isCreateOnly: false });
    const changed = parse(patch(documentOf(stored.bytes)));
    const outcome = await write(changed, stored.etag);
    if (outcome === 'precondition_failed') continue;
    requireKept(outcome, { isCreateOnly: false });
    return changed;
  }
  throw new PlatformError('unavailable', 'too many callers change this document at once');
}
