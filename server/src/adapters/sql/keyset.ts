import { PlatformError } from '../../shared/errors.ts';
import type { Page, PageRequest } from '../../shared/page.ts';

/** A place in a listing that is ordered by time and id, both descending. */
export type Position = { readonly atMs: number; readonly id: string };

/** Before any row: where a listing starts. */
export const newest: Position = { atMs: Number.MAX_SAFE_INTEGER, id: '' };

export function readCursor(after: string | undefined): Position {
  if (after === undefined) return newest;
  const match = /^(\d{1,15})\.(.+)$/s.exec(Buffer.from(after, 'base64url').toString());
  if (match === null) throw new PlatformError('invalid_parameters', "'after' is not a cursor of this listing");
  return { atMs: Number(match[1]), id: match[2]! };
}

const writeCursor = ({ atMs, id }: Position) => Buffer.from(`${atMs}.${id}`).toString('base64url');

/** Cuts a page out of `limit + 1` rows: the one too many tells that there is a next page. */
export function toPage<R, T>(
  rows: readonly R[],
  { limit }: PageRequest,
  positionOf: (row: R) => Position,
  toItem: (row: R) => T,
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const data = shown.map(toItem);
  return rows.length > limit && last !== undefined ? { data, next: writeCursor(positionOf(last)) } : { data };
}
