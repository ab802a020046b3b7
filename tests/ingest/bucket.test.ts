import { CopyObjectCommand, DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBucketTree, readBucketPlace } from '../../server/src/adapters/ingest/bucket-tree.ts';
import { openSqliteCatalog } from '../../server/src/adapters/sqlite/catalog/open.ts';
import { inZone } from '../imagery/jobs/georeferenced.ts';
import { ascii } from '../imagery/support/make-image.ts';
import { type S3Server, findS3Server, startS3Server } from '../support/s3-server.ts';
import { swath } from '../cli/swath-in-process.ts';
import { type Json, documentsIn, installation, readRejects } from './support.ts';

const program = findS3Server();

test('a place in a bucket is read as a folder', () => {
  expect(readBucketPlace('s3://b')).toEqual({ bucket: 'b', prefix: '' });
  expect(readBucketPlace('s3://b/')).toEqual({ bucket: 'b', prefix: '' });
  expect(readBucketPlace('s3://b/a/c')).toEqual({ bucket: 'b', prefix: 'a/c/' });
  expect(readBucketPlace('s3://b//a/')).toEqual({ bucket: 'b', prefix: 'a/' });
  for (const bad of ['s3://', 's3:///a', 'http://b/a']) expect(readBucketPlace(bad)).toBeNull();
});

const tiff = (seconds = '01', width = 64) =>
  inZone(32633, 500_000, 5_000_000, 0.5, {
    width,
    height: 48,
    blocks: [32, 32],
    fields: { 306: ascii(`2026:05:04 03:02:${seconds}`) },
  });
const assetOf = (item: Json | undefined) => Object.values(item!['assets'] as Record<string, Json>)[0]!;

describe.skipIf(program === null)('a prefix of a bucket on a real S3 server', () => {
  let server: S3Server;
  let place: Awaited<ReturnType<typeof installation>>;
  let env: Readonly<Record<string, string>>;

  const put = (key: string, body: Uint8Array = tiff()) =>
    server.client.send(new PutObjectCommand({ Bucket: 'archive', Key: key, Body: body }));
  const remove = (key: string) => server.client.send(new DeleteObjectCommand({ Bucket: 'archive', Key: key }));

  beforeAll(async () => {
    server = await startS3Server(program!, ['archive']);
    place = await installation();
    const endpoint = await server.client.config.endpoint!();
    env = {
      ...place.env,
      SWATH_S3_ENDPOINT: `http://${endpoint.hostname}:${endpoint.port}`,
      SWATH_S3_ACCESS_KEY_ID: 'tester',
      SWATH_S3_SECRET_ACCESS_KEY: 'a secret of tests',
      SWATH_ARCHIVE_BUCKETS: 's3://archive/2026,s3://nowhere',
    };
  });
  afterAll(() => server.stop());

  async function ingest(source: string, ...flags: string[]) {
    const args = ['ingest', source, '--collection', 'scenes', '--create', '--json', '--rejects', place.file('r')];
    const { code, stdout, stderr } = await swath([...args, ...flags], env);
    return { code, stderr, summary: (stdout === '' ? {} : JSON.parse(stdout)) as Record<string, number> };
  }
  async function stored(): Promise<ReadonlyMap<string, Json>> {
    const { catalog, close } = await openSqliteCatalog(join(place.env.SWATH_DATA, 'catalog.db'), {
      declared: ['eo:cloud_cover', 'platform', 'gsd', 'view:off_nadir', 'catalog_id', 'acquisition_id'],
    });
    try {
      return await documentsIn(catalog);
    } finally {
      await close();
    }
  }

  test('items are made of its objects, known again by their etags; moved and gone ones are noticed', async () => {
    await put('2026/a über +.tif');
    await put('2026/sub/b.tif');
    await put('2026/notes.txt', Buffer.from('x'));
    await put('2026x/c.tif');
    await put('2026/bad.tif', Buffer.from('no tiff'));
    const first = await ingest('s3://archive/2026');
    expect([first.code, first.summary]).toMatchObject([4, { created: 2, rejected: 1 }]);
    expect(readRejects(place.file('r'))).toMatchObject([{ position: 'bad.tif', id: 'bad' }]);
    expect([...(await stored()).keys()].toSorted()).toEqual(['a über +', 'b']);
    expect(assetOf((await stored()).get('b'))).toMatchObject({
      href: 's3://archive/2026/sub/b.tif',
      'file:size': tiff().length,
      'swath:etag': expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    });

    // The same bytes at a later time are the same file.
    await put('2026/sub/b.tif');
    await remove('2026/bad.tif');
    expect((await ingest('s3://archive/2026')).summary).toMatchObject({ unchanged: 2, created: 0, replaced: 0 });

    await put('2026/sub/b.tif', tiff('02'));
    expect((await ingest('s3://archive/2026')).summary).toMatchObject({ unchanged: 1, replaced: 1 });

    const moved = new CopyObjectCommand({ Bucket: 'archive', Key: '2026/b.tif', CopySource: 'archive/2026/sub/b.tif' });
    await server.client.send(moved);
    await remove('2026/sub/b.tif');
    const after = await ingest('s3://archive/2026');
    expect([after.summary, after.stderr]).toMatchObject([
      { unchanged: 1, moved: 1, missing: 0 },
      expect.stringContaining('moved: s3://archive/2026/sub/b.tif is now s3://archive/2026/b.tif') as string,
    ]);

    await remove('2026/b.tif');
    expect((await ingest('s3://archive/2026')).summary).toMatchObject({ unchanged: 1, missing: 1 });
  });

  test('a listing goes on beyond its first page', async () => {
    const keys = Array.from({ length: 1_050 }, (_, i) => `many/${String(i).padStart(5, '0')}.tif`);
    for (let at = 0; at < keys.length; at += 50)
      await Promise.all(keys.slice(at, at + 50).map((key) => put(key, Buffer.from('x'))));
    const tree = createBucketTree(server.client, { bucket: 'archive', prefix: 'many/' });
    expect(await tree.paths()).toEqual(keys.map((key) => key.slice('many/'.length)));
    expect(await tree.exists('s3://archive/many/00042.tif')).toBe(true);
    expect(await tree.exists('s3://archive/many/nothing.tif')).toBe(false);
  });

  test('what cannot be read says why: a bucket that is not there, keys that are wrong, no S3 at all, not of the archive', async () => {
    const absent = await ingest('s3://nowhere/2026');
    expect([absent.code, absent.stderr]).toEqual([expect.any(Number), expect.stringContaining('does not exist')]);
    expect(absent.code).not.toBe(0);
    const [kept, wrong] = [env, { ...env, SWATH_S3_SECRET_ACCESS_KEY: 'wrong' }];
    env = wrong;
    const denied = await ingest('s3://archive/2026');
    env = place.env;
    const unset = await ingest('s3://archive/2026');
    env = kept;
    expect([denied.code === 0, denied.stderr]).toEqual([false, expect.not.stringContaining('a secret of tests')]);
    expect([unset.code, unset.stderr]).toEqual([2, expect.stringContaining('SWATH_S3_ENDPOINT')]);
    const elsewhere = await ingest('s3://archive/2026x');
    expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining('SWATH_ARCHIVE_BUCKETS')]);
  });
});
