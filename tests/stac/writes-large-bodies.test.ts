import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '../../server/src/shared/log.ts';
import { exchangeBytes } from '../support/raw-socket.ts';
import { type WriteService, featureCollection, looseItem, startWriteService } from './writes-fixture.ts';

let swath: WriteService;
const faults: string[] = [];
beforeAll(async () => {
  swath = await startWriteService({}, { log: { ...silentLog, error: (message) => void faults.push(message) } });
});
afterAll(() => swath.stop());

const countOf = async (collection: string) => (await swath.service.catalog.statistics([collection], 'all'))[0]!.items;
const itemsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) =>
    looseItem(`item-${first + i}`, { properties: { title: `日本 🛰 ${first + i}` } }),
  );

function chunksOf(text: string, chunkBytes: number): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + chunkBytes));
      at += chunkBytes;
    },
  });
}

/** As a client sends it that does not know how much there will be. */
function sendWithoutLength(collection: string, body: ReadableStream<Uint8Array>) {
  const headers = { authorization: `Bearer ${swath.token}`, 'content-type': 'application/json' };
  const options = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  return fetch(`${swath.url}/collections/${collection}/items`, options);
}

describe('POST /collections/{id}/items with a large body', () => {
  test('201 for 1,201 items: a report on each, in order', async () => {
    const home = await swath.collection();
    const json = featureCollection(itemsFrom(0, 1_201));
    const answer = await swath.send('POST', `/collections/${home}/items`, { json });
    const { items, ...counts } = answer.json() as { items: { index: number; id: string; status: string }[] };
    expect([answer.status, counts]).toEqual([201, { created: 1_201, replaced: 0, unchanged: 0, failed: 0 }]);
    expect(items.map(({ index, id, status }) => [index, id, status])).toEqual(
      Array.from({ length: 1_201 }, (_, i) => [i, `item-${i}`, 'created']),
    );
    expect(await countOf(home)).toBe(1_201);
  });

  test.each([1, 997, 65_536, 1_000_000])(
    '201 when it comes in chunks of %d bytes, without its length',
    async (bytes) => {
      const home = await swath.collection();
      const features = itemsFrom(0, bytes === 1 ? 3 : 1_000);
      const answer = await sendWithoutLength(home, chunksOf(JSON.stringify(featureCollection(features)), bytes));
      expect(answer.status).toBe(201);
      expect(await countOf(home)).toBe(features.length);
      expect((await swath.item(home, 'item-2'))?.json['properties']!['title']).toBe('日本 🛰 2');
    },
  );

  test('nothing is stored where the caller hangs up in the middle, and the service goes on', async () => {
    const home = await swath.collection();
    const text = JSON.stringify(featureCollection(itemsFrom(0, 500)));
    const { hostname, port } = new URL(swath.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /collections/${home}/items HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${swath.token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text.slice(0, 90_000)}`,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
    await once(socket, 'close');
    const answer = await swath.send('POST', `/collections/${home}/items`, { json: looseItem('after') });
    expect([answer.status, await countOf(home)]).toEqual([201, 1]);
    expect(faults).toEqual([]);
  });

  test('413 beyond 64 MiB before the body is sent, and for the other routes beyond 1 MiB', async () => {
    const home = await swath.collection();
    const announce = (line: string, bytes: number) =>
      exchangeBytes(
        swath.url,
        `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${swath.token}\r\nContent-Type: application/json\r\n` +
          `Connection: close\r\nContent-Length: ${bytes}\r\n\r\n`,
      );
    const large = await announce(`POST /collections/${home}/items`, 65 * 1_048_576);
    expect(large).toMatch(/^HTTP\/1\.1 413 [^]*request_too_large/);
    for (const line of [`PUT /collections/${home}/items/a`, `PATCH /collections/${home}/items/a`, 'POST /collections'])
      expect(await announce(line, 2 * 1_048_576), `with ${line}`).toMatch(/^HTTP\/1\.1 413 /);
    const item = looseItem('a', { properties: { text: 'x'.repeat(2 * 1_048_576) } });
    expect((await swath.send('POST', `/collections/${home}/items`, { json: item })).status).toBe(201);
  });

  test('413 for 65 MiB that come without saying how many', async () => {
    const home = await swath.collection();
    const chunk = new Uint8Array(1_048_576).fill(0x20);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (sent++ < 65 ? controller.enqueue(chunk) : controller.close()),
    });
    const status = await sendWithoutLength(home, body).then(
      (answer) => answer.status,
      () => 'cut off while it was being sent',
    );
    expect([413, 'cut off while it was being sent']).toContain(status);
    expect(sent).toBeGreaterThan(60);
  });

  test('413 by the setting', async () => {
    const small = await startWriteService({ SWATH_BULK_BODY_LIMIT: '2000' });
    const home = await small.collection();
    const path = `/collections/${home}/items`;
    const answer = await small.send('POST', path, {
      json: looseItem('a', { properties: { text: 'x'.repeat(2_000) } }),
    });
    expect([answer.status, answer.json()['code']]).toEqual([413, 'request_too_large']);
    expect((await small.send('POST', path, { json: looseItem('a') })).status).toBe(201);
    await small.stop();
  });
});
