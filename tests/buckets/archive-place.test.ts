import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bucketOptions } from '../../server/src/bucket-options.ts';
import { probeBucket } from '../../server/src/buckets/probe-bucket.ts';
import { readConfig } from '../../server/src/config.ts';
import { atEndpoint, bucketsIn, freshFolder } from './support/open-places.ts';

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

test('nothing is delivered into folders of the archive, or around them', async () => {
  const root = freshFolder();
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ['imagery/2026', 'share/scenes', 'share/deliveries', 'theirs'])
    mkdirSync(join(root, folder), { recursive: true });
  const archiveRoots = ['imagery', 'share/scenes'].map((folder) => join(root, folder));
  const local = bucketsIn('/nowhere', { roots: [root], archiveRoots });
  const open = (folder: string) => local.open({ kind: 'folder', path: join(root, folder) });
  for (const folder of ['imagery', 'imagery/2026', 'share', 'share/scenes'])
    await expect(open(folder)).rejects.toThrow('is not within a folder that the service delivers to');
  for (const folder of ['theirs', 'share/deliveries'])
    expect((await probeBucket(await open(folder), '')).failure).toBeNull();
});

test('a root of buckets that lies in the archive is delivered to: the operator has laid it there', async () => {
  const archive = freshFolder();
  onTestFinished(() => rmSync(archive, { recursive: true }));
  mkdirSync(join(archive, 'deliveries/theirs'), { recursive: true });
  const local = bucketsIn('/nowhere', { roots: [join(archive, 'deliveries')], archiveRoots: [archive] });
  const theirs = await local.open({ kind: 'folder', path: join(archive, 'deliveries/theirs') });
  expect((await probeBucket(theirs, '')).failure).toBeNull();
});

test('where the archive lies is what the settings say, whole buckets too', () => {
  const config = readConfig({ SWATH_S3_REGION: 'eu-central-1', SWATH_ARCHIVE_BUCKETS: 's3://one,s3://two/a' });
  expect(bucketOptions(config).archive).toEqual(['s3://one/', 's3://two/a/']);
});
