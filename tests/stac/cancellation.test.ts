import { EventEmitter, once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Catalog } from '../../server/src/catalog/ports.ts';
import type { StopSignal } from '../../server/src/shared/stop-signal.ts';
import { capturedLog } from '../support/captured-log.ts';
import { type Variant, startVariant } from '../support/start-variant.ts';
import { type Archive, makeItem, startArchive } from './archive.ts';

let archive: Archive;
beforeAll(async () => {
  archive = await startArchive([makeItem('1')]);
});
afterAll(() => archive.stop());

/** A catalogue whose searches last until somebody stops them. */
function endlessSearches(catalog: Catalog) {
  const stopped: unknown[] = [];
  const begun = new EventEmitter();
  const isBegun = once(begun, 'search');
  const showItems: Catalog['showItems'] = (_request, _visibility, _baseUrl, { signal } = {}) =>
    new Promise((_, reject) => {
      begun.emit('search');
      signal!.addEventListener('abort', () => {
        stopped.push(signal!.reason);
        reject(signal!.reason);
      });
    });
  return { catalog: { ...catalog, showItems }, stopped, isBegun };
}

async function disconnectFrom(variant: Variant, method: string, path: string, isBegun: Promise<unknown>) {
  const { hostname, port } = new URL(variant.url);
  const headers = { authorization: `Bearer ${archive.token}`, 'content-type': 'application/json' };
  const asked = request({ hostname, port, path, method, headers });
  asked.on('error', () => {});
  asked.end(method === 'POST' ? '{}' : undefined);
  await isBegun;
  asked.destroy();
}

test.each([
  ['GET', '/search'],
  ['POST', '/search'],
  ['GET', '/collections/a/items'],
])('%s %s is stopped when the caller goes, and that is no fault', async (method, path) => {
  const { service } = archive.swath;
  const { catalog, stopped, isBegun } = endlessSearches(service.catalog);
  const log = capturedLog();
  const variant = await startVariant(service, { catalog, log });
  await disconnectFrom(variant, method, path, isBegun);
  await expect.poll(() => stopped).toHaveLength(1);
  await variant.stop();
  expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

test('a connection that goes on is not stopped by the answers that it had', async () => {
  const signals = new Set<StopSignal>();
  const { service } = archive.swath;
  const showItems: Catalog['showItems'] = (asked, visibility, baseUrl, options) => {
    signals.add(options!.signal!);
    return service.catalog.showItems(asked, visibility, baseUrl, options);
  };
  const variant = await startVariant(service, { catalog: { ...service.catalog, showItems } });
  for (let i = 0; i < 3; i++) {
    const headers = { authorization: `Bearer ${archive.token}` };
    const answer = await fetch(`${variant.url}/search`, { headers });
    expect([answer.status, ((await answer.json()) as { numberReturned: number }).numberReturned]).toEqual([200, 1]);
  }
  expect([...signals].some(({ aborted }) => aborted)).toBe(false);
  await variant.stop();
});
