import { PlatformError } from '../../shared/errors.ts';

const codes = new Set<unknown>(['ENOSPC', 'EDQUOT']);
const sqliteFull = 13;

/** Of a file that found no room, a database's too. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { readonly code?: unknown; readonly errcode?: unknown };
  return codes.has(code) || (typeof errcode === 'number' && (errcode & 0xff) === sqliteFull);
}

/** Where a temporary file found no room, in words for callers; else the error as it is. */
export const explainFullDisk = (error: unknown): unknown =>
  isDiskFull(error)
    ? new PlatformError('disk_low', { reason: 'the disk of the service is full', retryAfterSeconds: 60 })
    : error;
