import { PlatformError } from '../shared/errors.ts';
import type { WriteMode, WriteOutcome } from './ports.ts';

/** What a caller asks of what is stored before a write may happen. */
export type WriteConditions = {
  /** Creates what is missing and replaces what is there. */
  readonly isUpsert: boolean;
  /** Refuses whatever exists, as a failed condition. */
  readonly isCreateOnly: boolean;
  /** The etag that must be stored now, one of several parted by blanks, or `*` for any; null asks for nothing. */
  readonly ifMatch: string | null;
};

/** A document as it is stored now, and whether there was none before. */
export type Written<T> = { readonly document: T; readonly isNew: boolean };

export type Kept = Extract<WriteOutcome, 'created' | 'replaced' | 'unchanged'>;

export function modeOf({ isUpsert, isCreateOnly }: WriteConditions, plain: 'insert' | 'replace'): WriteMode {
  if (isCreateOnly) return 'insert';
  return isUpsert ? 'upsert' : plain;
}

export const isKept = (outcome: string): outcome is Kept =>
  outcome === 'created' || outcome === 'replaced' || outcome === 'unchanged';

/** Throws for a write that did not happen. */
export function requireKept(
  outcome: WriteOutcome,
  { isCreateOnly }: Pick<WriteConditions, 'isCreateOnly'>,
): asserts outcome is Kept {
  switch (outcome) {
    case 'conflict':
      throw isCreateOnly ? new PlatformError('precondition_failed', itExists) : new PlatformError('conflict', exists);
    case 'missing':
    case 'no_collection':
      throw new PlatformError('not_found');
    case 'precondition_failed':
      throw new PlatformError('precondition_failed', isAnotherVersion);
  }
}

export const exists = "something with this 'id' exists: replace it with PUT, or ask for 'upsert=true'";
/** Where nobody asked for more than to create. */
export const itExists = 'it exists';

export const isAnotherVersion = 'what is stored is not what was asked for';
