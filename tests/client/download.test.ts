import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { ChecksumError, createClient, createSha256, findWrong } from '@swath/client';
import { listen } from '../support/listen.ts';

const bytes = randomBytes(300_000);
const file = {
  key: '7/33/a b-visual.tif',
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
};

async function* parts(...all: readonly Uint8Array[]) {
  yield* all;
}

let stop: () => Promise<void> = async () => {};
afterEach(() => stop());

/** Serves ranges of the bytes; `most` is after how many of them the connection breaks, or ends as if that were all. */
async function serviceOf(most: readonly number[], { knowsRanges = true, sent = bytes, endsWell = false } = {}) {
  const left = [...most];
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers.range);
    const from = knowsRanges ? Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0) : 0;
    if (from >= sent.length) return void response.writeHead(416).end();
    response.writeHead(from > 0 ? 206 : 200, endsWell ? {} : { 'content-length': sent.length - from });
    const breaksAfter = left.shift();
    if (breaksAfter === undefined) return void response.end(sent.subarray(from));
    if (endsWell) response.end(sent.subarray(from, from + breaksAfter));
    else response.write(sent.subarray(from, from + breaksAfter), () => response.destroy());
  });
  const { url, close } = await listen(server);
  stop = close;
  return { url, client: createClient({ url, apiKey: 'key' }), asked };
}

describe('a download', () => {
  test('goes on where the connection broke, and hands out each byte once', async () => {
    const { client, asked } = await serviceOf([100_000, 50_000]);
    expect((await buffer(client.orders.download('7', file))).equals(bytes)).toBe(true);
    expect(asked.length).toBeGreaterThanOrEqual(3);
    expect(asked.at(-1)).toMatch(/^bytes=\d+-$/);
  });

  test('goes on where a proxy ended an answer early as if it were whole', async () => {
    const { client, asked } = await serviceOf([100_000], { endsWell: true });
    expect((await buffer(client.orders.download('7', file))).equals(bytes)).toBe(true);
    expect(asked).toEqual([undefined, 'bytes=100000-']);
  });

  test('goes on behind a proxy that says for a while that nobody is there', async () => {
    const served = await serviceOf([100_000]);
    let away = 0;
    const client = createClient({
      url: served.url,
      apiKey: 'key',
      patience: { attempts: 1 },
      fetch: async (input, init) =>
        served.asked.length === 1 && away++ < 1 ? new Response('', { status: 502 }) : fetch(input, init),
    });
    expect((await buffer(client.orders.download('7', file))).equals(bytes)).toBe(true);
    expect(away).toBe(2);
  });

  test('goes on with what is there already, also where ranges are not known', async () => {
    for (const knowsRanges of [true, false]) {
      const { client, asked } = await serviceOf([], { knowsRanges });
      const hasher = createSha256();
      hasher.update(bytes.subarray(0, 12_345));
      const rest = await buffer(client.orders.download('7', file, { from: 12_345, hasher }));
      expect(rest.equals(bytes.subarray(12_345))).toBe(true);
      expect(asked).toEqual(['bytes=12345-']);
      await stop();
    }
  });

  test('throws at its end when the bytes are not those that were delivered', async () => {
    const sent = Buffer.from(bytes);
    sent[299_999]! ^= 1;
    const { client } = await serviceOf([], { sent });
    await expect(buffer(client.orders.download('7', file))).rejects.toBeInstanceOf(ChecksumError);
    const short = await serviceOf([], { sent: bytes.subarray(1) });
    const all = buffer(short.client.orders.download('7', file));
    await expect(all).rejects.toThrow('299999 bytes where 300000');
    await expect(all).rejects.toBeInstanceOf(ChecksumError);
  });

  test('ends when its caller does not want it any more', async () => {
    const { client } = await serviceOf([1_000]);
    const stopping = new AbortController();
    const reading = (async () => {
      for await (const part of client.orders.download('7', file, { signal: stopping.signal }))
        if (part.length > 0) stopping.abort();
    })();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });
});

test('a file that lies elsewhere is held to its size and checksum', async () => {
  expect(await findWrong(file, parts(bytes.subarray(0, 7), bytes.subarray(7)))).toBeNull();
  expect(await findWrong(file, parts(bytes.subarray(1)))).toContain('299999 bytes');
  expect(await findWrong(file, parts(bytes.toReversed()))).toContain('another checksum');
  expect(await findWrong({ ...file, size: null, sha256: null }, parts())).toBeNull();
});
