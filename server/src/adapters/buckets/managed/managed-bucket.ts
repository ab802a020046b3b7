import { mkdir } from 'node:fs/promises';
import type { Bucket } from '../../../buckets/ports.ts';
import { createLocalBucket } from '../local/local-bucket.ts';

/** The service's own storage: a directory of the data folder, made when it is first needed. */
export async function openManagedBucket(dataFolder: string): Promise<Bucket> {
  await mkdir(`${dataFolder}/managed`, { recursive: true, mode: 0o700 });
  return createLocalBucket({ label: 'managed', identity: 'managed', root: dataFolder, folders: ['managed'] });
}
