import { PlatformError } from '../../../shared/errors.ts';

const longest = 255;

/** Null where there is none; an empty one is none. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  const key = [header ?? ''].flat().join(', ').trim();
  if (key === '') return null;
  if (key.length > longest || !/^[\x20-\x7e]+$/.test(key))
    throw new PlatformError(
      'invalid_parameters',
      `'Idempotency-Key' must have at most ${longest} printable characters`,
    );
  return key;
}
