import type { S3Client } from '@aws-sdk/client-s3';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../../../server/src/adapters/buckets/s3/archive-buckets.ts';
import { createTiffReader } from '../../../server/src/adapters/tiff/tiff-reader.ts';
import { drawSamples, makeTiff, plainImage } from '../support/make-image.ts';
import { wholeLevel } from '../support/open-bytes.ts';
import { type RangeServer, answerRange, startRangeServer } from '../support/range-server.ts';
import { sampleBytes } from '../support/sample-bytes.ts';

const picture = { ...plainImage, width: 300, height: 260, blocks: [64, 64] as const };
const bytes = makeTiff(picture);

const xml = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code} it is</Message></Error>`;

let server: RangeServer;
let client: S3Client;

/** Enough of S3 for one object: GetObject with Range and If-Match, and its errors. */
beforeEach(async () => {
  server = await startRangeServer(bytes);
  server.deviation = (request, response, answer) => {
    const path = new URL(request.url ?? '', 'http://s3').pathname;
    const fail = (status: number, code: string) =>
      response.writeHead(status, { 'content-type': 'application/xml' }).end(xml(code));
    if (path.startsWith('/locked/')) return fail(403, 'AccessDenied');
    if (path.startsWith('/nowhere/')) return fail(404, 'NoSuchBucket');
    if (decodeURIComponent(path) !== '/archive/2026/a scene.tif') return fail(404, 'NoSuchKey');
    const wanted = request.headers['if-match'];
    if (wanted !== undefined && wanted !== server.file.etag) return fail(412, 'PreconditionFailed');
    answer();
  };
  // As the service makes it: it tries nothing again by itself.
  client = await connect({
    endpoint: new URL(server.url).origin,
    region: 'us-east-1',
    isPathStyle: true,
    keys: { accessKeyId: 'id', secretAccessKey: 'secret' },
  });
});
afterEach(async () => {
  client.destroy();
  await server.close();
});

const location = 's3://archive/2026/a scene.tif';
const open = (where = location) => createTiffReader({ s3: client }).open(where);

describe('s3:// by Range', () => {
  test('the image is what it is in a file; later requests insist on the version that was opened', async () => {
    const image = await open();
    const { samples } = await image.readPixels(0, wholeLevel(image));
    expect(sampleBytes(samples).equals(sampleBytes(drawSamples(picture)))).toBe(true);
    expect(server.ranges[0]).toBe('bytes=0-65535');
    expect(server.requests[0]!.headers['if-match']).toBeUndefined();
    expect(server.requests.slice(1).every(({ headers }) => headers['if-match'] === '"one"')).toBe(true);
    expect(server.requests[0]!.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 /);
  });

  test('an object that was written anew midway is a conflict', async () => {
    const image = await open();
    server.file = { ...server.file, etag: '"two"' };
    await expect(image.readPixels(0, wholeLevel(image))).rejects.toMatchObject({ kind: 'conflict' });
  });

  test('a store that pays no heed to If-Match does not get through either', async () => {
    server.deviation = (request, response) => answerRange(request, response, server.file);
    const image = await open();
    server.file = { ...server.file, etag: '"two"' };
    await expect(image.readPixels(0, wholeLevel(image))).rejects.toMatchObject({ kind: 'conflict' });
  });

  test.each([
    ['s3://archive/other.tif', 'not_found'],
    ['s3://nowhere/other.tif', 'not_found'],
    ['s3://locked/other.tif', 'forbidden'],
    ['s3://archive', 'invalid_parameters'],
    ['s3:///key', 'invalid_parameters'],
  ])('%s is %s', async (where, kind) => {
    await expect(open(where)).rejects.toMatchObject({ kind });
  });

  test('a store without Range is refused by that name', async () => {
    server.deviation = (_, response) => response.writeHead(200, { etag: '"one"' }).end(bytes);
    await expect(open()).rejects.toMatchObject({
      kind: 'invalid_parameters',
      message: expect.stringMatching(/does not support Range/) as unknown,
    });
  });

  test('a store that sends less than was asked for is refused', async () => {
    server.deviation = (_, response) =>
      response
        .writeHead(206, { etag: '"one"', 'content-range': `bytes 0-0/${bytes.length}` })
        .end(bytes.subarray(0, 1));
    await expect(open()).rejects.toMatchObject({
      kind: 'invalid_parameters',
      message: expect.stringMatching(/does not support Range/) as unknown,
    });
  });

  test('a body that breaks off is asked for again', async () => {
    let hasBroken = false;
    server.deviation = (request, response) => {
      if (hasBroken) return answerRange(request, response, server.file);
      hasBroken = true;
      response.writeHead(206, {
        etag: '"one"',
        'content-range': `bytes 0-65535/${bytes.length}`,
        'content-length': 65536,
      });
      response.write(bytes.subarray(0, 1000), () => response.destroy());
    };
    expect((await open()).info.width).toBe(300);
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['503 SlowDown', (response) => response.writeHead(503).end(xml('SlowDown'))],
    ['500 InternalError', (response) => response.writeHead(500).end(xml('InternalError'))],
    ['429', (response) => response.writeHead(429).end()],
    ['400 RequestTimeout', (response) => response.writeHead(400).end(xml('RequestTimeout'))],
    ['a reset', (response) => void response.destroy()],
  ])('%s at first, for each range: the image is read all the same', async (_, trouble) => {
    const asked = new Set<string>();
    server.deviation = (request, response, answer) => {
      const range = request.headers.range!;
      if (asked.has(range)) return answer();
      asked.add(range);
      trouble(response);
    };
    const image = await open();
    const { samples } = await image.readPixels(0, wholeLevel(image));
    expect(sampleBytes(samples).equals(sampleBytes(drawSamples(picture)))).toBe(true);
  });

  test('a store that is down is unavailable, after some attempts', async () => {
    server.deviation = (_, response) => response.writeHead(503).end();
    await expect(open()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(server.requests).toHaveLength(5);
  });

  test('what is refused is asked for once', async () => {
    await expect(open('s3://locked/other.tif')).rejects.toMatchObject({ kind: 'forbidden' });
    expect(server.requests).toHaveLength(1);
  });

  test('without a client s3:// is refused', async () => {
    await expect(createTiffReader().open(location)).rejects.toMatchObject({ kind: 'invalid_parameters' });
  });
});
