import { createBuckets } from '../../adapters/buckets/open-buckets.ts';
import { openManagedBucket } from '../../adapters/buckets/managed/managed-bucket.ts';
import { bucketOptions } from '../../bucket-options.ts';
import type { Config } from '../../config.ts';
import type { CopyWatch } from './copy-items.ts';

/** Files of the managed bucket go along where it lies elsewhere from now on; how many there are. */
export async function copyManagedFiles(config: Config, watch: Pick<CopyWatch, 'isStopping'>): Promise<number> {
  if (config.SWATH_MANAGED_BUCKET === null) return 0;
  const from = await openManagedBucket(config.dataFolder);
  const to = await createBuckets(bucketOptions(config)).open({ kind: 'managed' });
  let files = 0;
  try {
    for await (const { key, byteLength } of from.list('')) {
      if (watch.isStopping()) throw new Error('stopped: run it again to go on');
      files++;
      // A put is whole or not at all: what has its length is it.
      if ((await to.head(key))?.byteLength === byteLength) continue;
      const { body } = await from.get(key);
      await to.put(key, body, { contentType: contentTypeOf(key), byteLength });
    }
    return files;
  } finally {
    from.close();
    to.close();
  }
}

const contentTypes: readonly (readonly [ending: string, type: string])[] = [
  ['.tif', 'image/tiff; application=geotiff; profile=cloud-optimized'],
  ['.json', 'application/json'],
  ['.gpkg', 'application/geopackage+sqlite3'],
];

const contentTypeOf = (key: string): string =>
  contentTypes.find(([ending]) => key.endsWith(ending))?.[1] ?? 'application/octet-stream';
