import { expect, test } from 'vitest';
import { bucketOptions } from '../../server/src/bucket-options.ts';
import { probeBucket } from '../../server/src/buckets/probe-bucket.ts';
import { readConfig } from '../../server/src/config.ts';
import { atEndpoint, bucketsIn } from './support/open-places.ts';

// Nobody listens there: what is not refused before it does not answer.
const buckets = bucketsIn('/nowhere', { ...atEndpoint('http://127.0.0.1:9'), archive: ['s3://imagery/scenes/'] });
const ofOperator = { endpoint: null, region: null, isPathStyle: null } as const;

test.each([{ kind: 'named', name: 'imagery' } as const, { kind: 's3', name: 'imagery', ...ofOperator } as const])(
  'nothing is delivered into the archive: %j',
  async (target) => {
    const bucket = await buckets.open(target);
    const failureAt = async (prefix: string) => (await probeBucket(bucket, prefix)).failure;
    for (const prefix of ['scenes', 'scenes/2026'])
      expect(await failureAt(prefix)).toMatchObject({
        step: 'write',
        isTransient: false,
        reason: 'the archive of this service lies there in the bucket imagery',
      });
    for (const prefix of ['', 'scenes-of-others', 'deliveries/scenes'])
      expect(await failureAt(prefix)).toMatchObject({ isTransient: true });
    bucket.close();
  },
);

test('where the archive lies is what the settings say, whole buckets too', () => {
  const config = readConfig({ SWATH_S3_REGION: 'eu-central-1', SWATH_ARCHIVE_BUCKETS: 's3://one,s3://two/a' });
  expect(bucketOptions(config).archive).toEqual(['s3://one/', 's3://two/a/']);
});
