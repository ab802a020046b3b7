import { PlatformError } from '../../shared/errors.ts';

const codes = new Set<unknown>(['ENOSPC', 'EDQUOT']);
const sqliteFull = 13;

/** Where a temporary file found no room, in words for callers; else the error as it is. */
export function explainFullDisk(error: unknown): unknown {
  const { code, errcode } = (error ?? {}) as { readonly code?: unknown; readonly errcode?: unknown };
  const isFull = codes.has(code) || (typeof errcode === 'number' && (errcode & 0xff) === sqliteFull);
  return isFull
    ? new PlatformError('disk_low', { reason: 'the disk of the service is full', retryAfterSeconds: 60 })
    : error;
}
