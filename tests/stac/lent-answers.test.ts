import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ShownItems } from '../../server/src/catalog/ports.ts';
import { type Variant, startVariant } from '../support/start-variant.ts';
import { type Archive, makeItem, startArchive } from './archive.ts';

/** More than a connection takes before its other end reads. */
const pageBytes = 12_000_000;
const item = Buffer.from(`{"id":"${'x'.repeat(pageBytes)}"}`);
let [lent, givenBack] = [0, 0];
let archive: Archive;
let variant: Variant;

/** Memory that is overwritten at the moment in which it comes back, as another page would. */
function lendPage(): ShownItems {
  let memory = Buffer.alloc(0);
  lent += 1;
  return {
    count: 1,
    collections: ['a'],
    next: null,
    prev: null,
    matched: null,
    between: (opening, closing) => (memory = Buffer.concat([Buffer.from(opening), item, Buffer.from(closing)])),
    giveBack: () => {
      givenBack += 1;
      memory.fill('!');
    },
  };
}

beforeAll(async () => {
  archive = await startArchive([makeItem('1')]);
  const { service } = archive.swath;
  variant = await startVariant(service, { catalog: { ...service.catalog, showItems: async () => lendPage() } });
});
beforeEach(() => void ([lent, givenBack] = [0, 0]));
afterAll(async () => {
  await variant.stop();
  await archive.stop();
});

async function ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> {
  const asked = request(`${variant.url}${path}`, { headers: { authorization: `Bearer ${archive.token}`, ...headers } });
  const [answer] = (await once(asked.end(), 'response')) as [IncomingMessage];
  return answer;
}

/** Whether each byte is the page's own. */
const isWhole = (answer: Buffer): boolean => answer.includes(item) && !answer.includes('!');
const allCameBack = () => vi.waitFor(() => expect(givenBack).toBe(lent), 10_000);

test.each(['/search', '/collections/a/items'])(
  'GET %s 200 with a page of lent memory: read slowly, it is the page to its last byte',
  async (path) => {
    const answer = await ask(path);
    await setTimeout(100);
    expect([answer.statusCode, lent, givenBack]).toEqual([200, 1, 0]);
    expect(isWhole(await buffer(answer))).toBe(true);
    await allCameBack();
  },
);

test('GET /search 200, compressed: the same', async () => {
  const answer = await ask('/search', { 'accept-encoding': 'gzip' });
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(isWhole(await buffer(answer.pipe(createGunzip())))).toBe(true);
  await allCameBack();
});

test('GET /search: the memory comes back when the caller goes away in the middle, and when HEAD wants no body', async () => {
  const answer = await ask('/search');
  answer.on('error', () => {});
  await once(answer, 'data');
  expect(givenBack).toBe(0);
  answer.destroy();
  await allCameBack();
  const head = request(`${variant.url}/search`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${archive.token}` },
  });
  const [seen] = (await once(head.end(), 'response')) as [IncomingMessage];
  seen.resume();
  await allCameBack();
  expect([seen.statusCode, lent]).toEqual([200, 2]);
});
