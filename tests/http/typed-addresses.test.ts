import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assert, notFound } from '../support/assert.ts';
import { call } from '../support/call.ts';
import { type TestService, startService } from '../support/start-service.ts';

const webFolder = mkdtempSync(join(tmpdir(), 'swath-web-'));
const page = '<!doctype html><title>Swath</title>';
let swath: TestService;
beforeAll(async () => {
  writeFileSync(join(webFolder, 'index.html'), page);
  swath = await startService({}, { webFolder });
});
afterAll(async () => {
  await swath.stop();
  rmSync(webFolder, { recursive: true });
});

const ofBrowser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
/** As Java's HttpURLConnection sends it for every program that names nothing itself. */
const ofJava = 'text/html, image/gif, image/jpeg, */*; q=0.2';
const get = (path: string, accept: string, method = 'GET') =>
  call(swath.url, method, path, { headers: accept === '' ? {} : { accept } });

describe('an address that nobody serves', () => {
  test.each(['/explore', '/orders/12', '/nothing?a=b', '/search/nothing'])(
    '%s 404: the page to a browser',
    async (path) => {
      const { status, headers, text } = await get(path, ofBrowser);
      expect([status, headers.get('content-type'), text]).toEqual([404, 'text/html; charset=utf-8', page]);
      expect(headers.get('vary')).toMatch(/accept/i);
      expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    },
  );

  test.each(['', '*/*', 'application/json', 'application/json, text/html;q=0.5', ofJava])(
    '404: the error to a program that accepts "%s"',
    async (accept) => {
      assert.refusal(await get('/explore', accept), notFound);
    },
  );

  test.each(['/api/v1/nothing', '/assets/nothing.js'])('%s 404: the error to browsers too', async (path) => {
    assert.refusal(await get(path, ofBrowser), notFound);
  });

  test('405 and 404 of other methods stay errors to browsers too', async () => {
    expect((await get('/authenticate', ofBrowser)).json()).toMatchObject({ type: 'http_error' });
    assert.refusal(await get('/explore', ofBrowser, 'POST'), notFound);
  });
});

describe('GET / 200', () => {
  test.each([ofJava, 'application/json', '*/*'])('the landing page to a program that accepts "%s"', async (accept) => {
    expect((await get('/', accept)).json()).toMatchObject({ type: 'Catalog' });
  });

  test.each([ofBrowser, 'text/html', 'text/html;q=0.9'])('the page to "%s"', async (accept) => {
    expect((await get('/', accept)).text).toBe(page);
  });
});
