import { createFileItems } from '../adapters/ingest/file-items.ts';
import { connect, liesIn } from '../adapters/buckets/s3/archive-buckets.ts';
import { createTiffReader } from '../adapters/tiff/tiff-reader.ts';
import { bucketOptions } from '../bucket-options.ts';
import type { Config } from '../config.ts';
import { folderSource } from '../ingest/geotiff-folder.ts';
import type { Source } from '../ingest/source.ts';
import { WrongWish } from '../ingest/wrong-wish.ts';
import { type ImageNeeds, collectionOf, decodedBytes, fileItemOptions, some } from './open-folder.ts';

export type OpenedBucket = { readonly source: Source; close(): void };

/** GeoTIFFs below a prefix of a bucket of the operator's S3. */
export async function openBucketPlace(text: string, needs: ImageNeeds): Promise<OpenedBucket> {
  const { catalog, config, wishes, chosen } = needs;
  const collection = collectionOf(wishes);
  const { tree, client, url } = await openBucketTree(text, config);
  try {
    const imagery = createTiffReader({ localRoots: [], decodedBytes, s3: client });
    const items = createFileItems(imagery, await fileItemOptions(wishes, config));
    const gone = chosen === undefined ? {} : { gone: chosen.gone };
    const place = { name: `geotiffs ${url}`, collection, idFrom: wishes.idFrom, url, ...gone };
    return {
      source: folderSource({ catalog, files: some(tree, chosen), items }, place),
      close: () => client.destroy(),
    };
  } catch (error) {
    client.destroy();
    throw error;
  }
}

/** With the settings that name the S3 that is delivered to. */
export async function openBucketTree(text: string, config: Config) {
  const { s3 } = bucketOptions(config);
  if (s3 === null)
    throw new WrongWish(
      's3:// needs SWATH_S3_ENDPOINT, SWATH_S3_REGION or SWATH_S3_ACCESS_KEY_ID to say whose S3 it is',
    );
  const { createBucketTree, readBucketPlace, urlOf } = await import('../adapters/ingest/bucket-tree.ts');
  const place = readBucketPlace(text);
  if (place === null) throw new WrongWish(`${text} is not s3://bucket/prefix`);
  const url = urlOf(place);
  if (!liesIn(config.SWATH_ARCHIVE_BUCKETS, url))
    throw new WrongWish(`${url} is not in SWATH_ARCHIVE_BUCKETS: what lies there could be neither shown nor ordered`);
  const client = await connect(s3);
  return { tree: createBucketTree(client, place), client, url };
}
