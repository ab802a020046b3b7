import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTiffReader } from '../../../server/src/adapters/tiff/tiff-reader.ts';
import { drawSamples, makeTiff, plainImage } from '../support/make-image.ts';
import { wholeLevel } from '../support/open-bytes.ts';
import { type Deviation, type RangeServer, startRangeServer } from '../support/range-server.ts';
import { sampleBytes } from '../support/sample-bytes.ts';

// Larger than what opening brings along, so that blocks are fetched.
const picture = { ...plainImage, width: 300, height: 260, blocks: [64, 64] as const };
const bytes = makeTiff(picture);
const fast = { firstDelayMs: 1, longestDelayMs: 5, attempts: 3, timeoutMs: 20_000, isAllowedAddress: () => true };

let server: RangeServer;
beforeEach(async () => {
  server = await startRangeServer(bytes);
});
afterEach(() => server.close());

const open = (cacheBytes = 1 << 24, http = fast) => createTiffReader({ cacheBytes, http }).open(server.url);

const times = (count: number, deviation: Deviation): Deviation => {
  let left = count;
  return (request, response, answer) => (left-- > 0 ? deviation(request, response, answer) : answer());
};

const status =
  (code: number, headers = {}): Deviation =>
  (_, response) =>
    response.writeHead(code, headers).end();

describe('http(s):// by Range', () => {
  test('the image is what it is in a file, and no byte is fetched twice', async () => {
    const image = await open();
    expect(image.info.byteLength).toBe(bytes.length);
    const { samples } = await image.readPixels(0, wholeLevel(image));
    expect(sampleBytes(samples).equals(sampleBytes(drawSamples(picture)))).toBe(true);
    const before = server.ranges.length;
    await image.readPixels(0, wholeLevel(image));
    expect(server.ranges.length).toBe(before);
    expect(new Set(server.ranges).size).toBe(server.ranges.length);
  });

  test('opening a file with its header in front is one request, one block is one more', async () => {
    const front = await startRangeServer(cogLike());
    const image = await createTiffReader({ http: fast }).open(front.url);
    expect(front.ranges).toEqual(['bytes=0-65535']);
    await image.readPixels(0, { column: 260, row: 200, width: 10, height: 10 });
    expect(front.ranges.length).toBe(2);
    await front.close();
  });

  test('reads of the same block at the same time are one request', async () => {
    const image = await open();
    const before = server.ranges.length;
    const window = { column: 0, row: 250, width: 10, height: 5 };
    await Promise.all(Array.from({ length: 20 }, () => image.readPixels(0, window)));
    expect(server.ranges.length - before).toBeLessThanOrEqual(1);
  });

  test('asks for bytes as they are', async () => {
    await open();
    expect(server.requests[0]!.headers['accept-encoding']).toBe('identity');
  });

  test.each([408, 429, 500, 502, 503, 504])('status %i is tried again', async (code) => {
    server.deviation = times(2, status(code));
    expect((await open()).info.width).toBe(300);
    // Twice in vain for the head; then the head, and the directory at the end of the file.
    expect(server.ranges.length).toBe(4);
  });

  test('a connection that breaks, an answer cut short and silence are tried again', async () => {
    const breaks: Deviation[] = [
      (request) => request.socket.destroy(),
      (_, response) => {
        response.writeHead(206, { 'content-range': `bytes 0-65535/${bytes.length}`, 'content-length': 65536 });
        response.write(bytes.subarray(0, 100), () => response.destroy());
      },
      () => undefined,
    ];
    for (const each of breaks) {
      server.deviation = times(1, each);
      expect((await open(undefined, { ...fast, timeoutMs: 1_000 })).info.width).toBe(300);
    }
  });

  test('what stays broken is unavailable, and says how often it was tried', async () => {
    server.deviation = status(503, { 'retry-after': '0' });
    await expect(open()).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('(3 attempts)') as unknown,
    });
    server.deviation = (request) => request.socket.destroy();
    await expect(open()).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test.each([
    [404, 'not_found'],
    [410, 'not_found'],
    [401, 'forbidden'],
    [403, 'forbidden'],
    [418, 'invalid_parameters'],
  ])('status %i is %s at once', async (code, kind) => {
    server.deviation = status(code);
    await expect(open()).rejects.toMatchObject({ kind });
    expect(server.ranges.length).toBe(1);
  });

  test('a server without Range is refused by that name, without reading the file', async () => {
    server.deviation = (_, response) => response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
    await expect(open()).rejects.toMatchObject({
      kind: 'invalid_parameters',
      message: expect.stringMatching(/does not support Range/) as unknown,
    });
  });

  test.each([
    ['another range', { 'content-range': `bytes 5-10/${bytes.length}` }],
    ['a longer range', { 'content-range': `bytes 0-70000/${bytes.length}` }],
    ['a shorter range', { 'content-range': `bytes 0-0/${bytes.length}` }],
    ['no total', { 'content-range': 'bytes 0-65535/*' }],
    ['no range', {}],
    ['a compressed range', { 'content-range': `bytes 0-65535/${bytes.length}`, 'content-encoding': 'br' }],
  ])('an answer with %s is refused', async (_, headers) => {
    server.deviation = (_request, response) => response.writeHead(206, headers).end('x');
    await expect(open()).rejects.toMatchObject({
      kind: 'invalid_parameters',
      message: expect.stringMatching(/other bytes/) as unknown,
    });
  });

  test('an empty file is refused', async () => {
    server.file = { ...server.file, bytes: new Uint8Array() };
    await expect(open()).rejects.toMatchObject({ kind: 'invalid_parameters' });
  });

  test.each([
    ['another ETag', { etag: '"two"' }],
    ['another date', { modified: 'Fri, 02 Jan 2026 00:00:00 GMT' }],
    ['another length', { bytes: Buffer.concat([bytes, Buffer.alloc(9)]) }],
    ['no ETag any more', { etag: null }],
  ])('a file that has %s midway is a conflict', async (_, change) => {
    const image = await open();
    server.file = { ...server.file, ...change };
    await expect(image.readPixels(0, wholeLevel(image))).rejects.toMatchObject({ kind: 'conflict' });
    expect((await open()).info.width).toBe(300);
  });

  test('what a signed address keeps secret stays out of messages', async () => {
    server.deviation = status(403);
    const secret = `${server.url}?signature=s3cret`;
    const refusal = createTiffReader({ http: fast }).open(secret);
    await expect(refusal).rejects.toMatchObject({ message: expect.not.stringContaining('s3cret') as unknown });
    await expect(refusal).rejects.toMatchObject({ message: expect.stringContaining('/scene.tif') as unknown });
  });
});

/** The directory and the index before the pixels, as cloud optimized files have it. */
function cogLike(): Buffer {
  const built = makeTiff(picture);
  const directory = built.readUInt32LE(4);
  const tail = built.subarray(directory - 2048);
  const moved = Buffer.concat([built.subarray(0, 8), tail, built.subarray(8, directory - 2048)]);
  return relocate(moved, directory, 8 + 2048, tail.length);
}

/** Offsets as they are after the tail of the file went to its front. */
function relocate(bytes: Buffer, oldDirectory: number, newDirectory: number, tailLength: number): Buffer {
  const oldTail = oldDirectory - 2048;
  const moved = (offset: number) => (offset >= oldTail ? offset - oldTail + 8 : offset + tailLength);
  bytes.writeUInt32LE(newDirectory, 4);
  const count = bytes.readUInt16LE(newDirectory);
  for (let index = 0; index < count; index++) {
    const at = newDirectory + 2 + index * 12;
    const [tag, type, values] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2), bytes.readUInt32LE(at + 4)];
    if (values * (type === 3 ? 2 : 4) <= 4) continue;
    const place = moved(bytes.readUInt32LE(at + 8));
    bytes.writeUInt32LE(place, at + 8);
    if (tag !== 324) continue;
    for (let each = 0; each < values; each++)
      bytes.writeUInt32LE(moved(bytes.readUInt32LE(place + each * 4)), place + each * 4);
  }
  return bytes;
}
