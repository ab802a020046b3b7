import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTiffReader } from '../../../server/src/adapters/tiff/tiff-reader.ts';
import { type S3Server, findS3Server, startS3Server } from '../../support/s3-server.ts';
import { drawSamples, makeTiff, plainImage } from '../support/make-image.ts';
import { wholeLevel } from '../support/open-bytes.ts';
import { sampleBytes } from '../support/sample-bytes.ts';

const program = findS3Server();
// Larger than the first request brings, so that blocks are asked for one by one.
const picture = { ...plainImage, width: 700, height: 500, blocks: [64, 64] as const };
const key = '2026/a scene über + all.tif';
const location = `s3://archive/${key}`;

describe.skipIf(program === null)('s3:// on a real S3 server', () => {
  let server: S3Server;
  const put = (name: string, body: Uint8Array) =>
    server.client.send(new PutObjectCommand({ Bucket: 'archive', Key: name, Body: body }));
  const open = (where: string) => createTiffReader({ s3: server.client }).open(where);

  beforeAll(async () => {
    server = await startS3Server(program!, ['archive']);
    await put(key, makeTiff(picture));
  });
  afterAll(() => server.stop());

  test('the image is what it is in a file', async () => {
    const image = await open(location);
    const { samples } = await image.readPixels(0, wholeLevel(image));
    expect(sampleBytes(samples).equals(sampleBytes(drawSamples(picture)))).toBe(true);
  });

  test('an object that was written anew midway is a conflict', async () => {
    await put('changing.tif', makeTiff(picture));
    const image = await open('s3://archive/changing.tif');
    await put('changing.tif', makeTiff({ ...picture, packing: 'deflate' }));
    await expect(image.readPixels(0, wholeLevel(image))).rejects.toMatchObject({ kind: 'conflict' });
  });

  test.each([
    ['s3://archive/other.tif', 'not_found'],
    ['s3://nowhere/other.tif', 'not_found'],
  ])('%s is %s', async (where, kind) => {
    await expect(open(where)).rejects.toMatchObject({ kind });
  });

  test('an empty object and one that is no image are refused', async () => {
    await put('empty.tif', new Uint8Array());
    await put('text.tif', Buffer.from('not an image'.repeat(10_000)));
    await expect(open('s3://archive/empty.tif')).rejects.toMatchObject({ kind: 'invalid_parameters' });
    await expect(open('s3://archive/text.tif')).rejects.toMatchObject({ kind: 'invalid_parameters' });
  });

  test('a wrong secret is forbidden', async () => {
    const { endpoint } = server.client.config;
    const stranger = new S3Client({
      endpoint: await endpoint!(),
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: 'tester', secretAccessKey: 'guess' },
    });
    await expect(createTiffReader({ s3: stranger }).open(location)).rejects.toMatchObject({ kind: 'forbidden' });
    stranger.destroy();
  });
});
