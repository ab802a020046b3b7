import { requireKey } from '../../../buckets/object-key.ts';
import { PlatformError } from '../../../shared/errors.ts';
import { uploadsName } from './upload.ts';

/** The folders of a key and its file. */
export function partsOf(key: string): { readonly folders: readonly string[]; readonly leaf: string } {
  const parts = key.split('/');
  return { folders: parts.slice(0, -1), leaf: parts.at(-1)! };
}

/** Uploads are no objects; on disks that do not tell cases apart they have several names. */
export function requireOwnKey(key: string): void {
  requireKey(key);
  if (key.split('/')[0]!.toLowerCase() === uploadsName)
    throw new PlatformError('invalid_parameters', `object keys must not begin with ${uploadsName}`);
}
