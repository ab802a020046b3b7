import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminToken, createKey } from '../support/accounts.ts';
import { rawRequest } from '../abuse/support/raw-request.ts';
import { call } from '../support/call.ts';
import { type CapturedLog, capturedLog } from '../support/captured-log.ts';
import { assert, unauthorized } from '../support/assert.ts';
import { type TestService, startService } from '../support/start-service.ts';

let swath: TestService;
let log: CapturedLog;
let token: string;

beforeAll(async () => {
  log = capturedLog();
  swath = await startService({}, { log });
  token = await adminToken(swath);
});
afterAll(() => swath.stop());
beforeEach(() => void log.lines.splice(0));

/** The answer is with the caller a moment before its line is in the log. */
async function requestLines(count: number) {
  await expect.poll(() => factsOfRequests().length).toBe(count);
  return factsOfRequests();
}

const factsOfRequests = () => log.lines.filter(({ message }) => message === 'request').map(({ facts }) => facts);

describe('the log', () => {
  test('has one line for each request, with id, route, status, time and account', async () => {
    const self = await call(swath.url, 'GET', '/auth/self', { token });
    const { user_id: accountId } = self.json<{ user: { user_id: string } }>().user;
    await call(swath.url, 'DELETE', '/api-key/api/v2/api-key/id/abc', { token });
    await call(swath.url, 'GET', '/nothing/here');
    const [one, two, three] = await requestLines(3);
    expect(one).toEqual({
      id: self.headers.get('x-vendor-requestid'),
      method: 'GET',
      route: '/auth/self',
      status: 200,
      ms: expect.any(Number),
      account: accountId,
      address: '127.0.0.1',
    });
    expect(two).toMatchObject({ route: '/api-key/api/v2/api-key/id/:id', status: 404, account: accountId });
    expect(three).toMatchObject({ status: 404 });
    expect(three).not.toHaveProperty('account');
  });

  test('names the key by its id, and never holds a key, token, password or query', async () => {
    const { id, api_key: key } = await createKey(swath.url, token);
    await call(swath.url, 'GET', `/search?vendor_api_key=${key}&where=canary%20IS%20NULL`);
    await call(swath.url, 'GET', `/search?%76endor_api_key=${key}`, { token: 'canary-token' });
    await call(swath.url, 'GET', `/nothing/canary?vendor_api_key=${key}`);
    await call(swath.url, 'POST', '/authenticate', {
      json: { grant_type: 'password', username: 'canary@x', password: 'canary' },
    });
    const lines = await requestLines(5);
    expect(lines[1]).toMatchObject({ key: id, route: '/search', status: 200 });
    const text = JSON.stringify(log.lines);
    for (const secret of [key, token, 'canary']) expect(text).not.toContain(secret);
  });

  test('has a line also for a path that is no URL', async () => {
    const answer = await call(swath.url, 'GET', '/%zz');
    expect((await requestLines(1))[0]).toMatchObject({ id: answer.headers.get('x-vendor-requestid'), status: 400 });
  });

  test('has a line also for what is no HTTP, by which its request id is found', async () => {
    const { answers } = await rawRequest(swath.url, 'BREW /canary HTTP/1.1\r\nHost: x\r\n\r\n');
    const [line] = await requestLines(1);
    expect(line).toMatchObject({ id: answers[0]!.headers['x-vendor-requestid'], status: 400, address: '127.0.0.1' });
    expect(JSON.stringify(line)).not.toContain('canary');
  });
});

describe('/metrics', () => {
  test('200 on this machine, by route pattern and never by URL', async () => {
    await call(swath.url, 'GET', '/search?vendor_api_key=canary-key', { token });
    await call(swath.url, 'GET', '/canary-path');
    const answer = await call(swath.url, 'GET', '/metrics');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(answer.text).toMatch(/swath_http_requests_total\{method="GET",route="\/search",status="200"\} \d/);
    expect(answer.text).not.toContain('canary');
  });

  test.each(['x-forwarded-for', 'forwarded'])('401 when it came through a proxy (%s)', async (name) => {
    const headers = { [name]: name === 'forwarded' ? 'for=203.0.113.9' : '203.0.113.9' };
    assert.refusal(await call(swath.url, 'GET', '/metrics', { headers }), unauthorized);
    assert.refusal(await call(swath.url, 'GET', '/metrics', { headers: { [name]: '127.0.0.1' } }), unauthorized);
  });

  test('with a token: 200 with it from anywhere, 401 with another', async () => {
    const other = await startService({ SWATH_METRICS_TOKEN: 'scrape-me', SWATH_TRUSTED_PROXIES: '10.0.0.0/8' });
    const from = (authorization: string) =>
      call(other.url, 'GET', '/metrics', { headers: { 'x-forwarded-for': '203.0.113.9', authorization } });
    expect((await from('Bearer scrape-me')).status).toBe(200);
    expect((await from('Bearer scrape-mf')).status).toBe(401);
    expect((await from('Basic scrape-me')).status).toBe(401);
    await other.stop();
  });

  test('behind a trusted proxy the caller counts, not the proxy', async () => {
    const other = await startService({ SWATH_TRUSTED_PROXIES: '127.0.0.1' });
    const from = async (address: string) =>
      (await call(other.url, 'GET', '/metrics', { headers: { 'x-forwarded-for': address } })).status;
    expect([await from('203.0.113.9'), await from('127.0.0.1, 203.0.113.9')]).toEqual([401, 401]);
    await other.stop();
  });
});

describe('GET /', () => {
  test('is the STAC landing page to programs', async () => {
    for (const accept of ['', '*/*', 'application/json']) {
      const answer = await call(swath.url, 'GET', '/', { headers: { accept } });
      expect(answer.json()).toMatchObject({ type: 'Catalog', stac_version: '1.0.0' });
      expect(answer.headers.get('vary')).toMatch(/accept/i);
    }
    expect((await call(swath.url, 'GET', '/discovery/v1/')).json()).toMatchObject({ type: 'Catalog' });
  });

  test('is the web application to a browser', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const answer = await call(swath.url, 'GET', '/', { headers: { accept } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(answer.text).toMatch(/^<!doctype html>/i);
  });
});

describe('/search, 200', () => {
  test.each(['GET', 'POST'])('%s answers an empty feature collection', async (method) => {
    const answer = await call(swath.url, method, '/search', { token });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/geo\+json/);
    expect(answer.json()).toMatchObject({ type: 'FeatureCollection', features: [], numberReturned: 0 });
  });
});

describe('health', () => {
  test('200 without a credential', async () => {
    expect((await call(swath.url, 'GET', '/livez')).json()).toEqual({ status: 'ok' });
    expect((await call(swath.url, 'GET', '/readyz')).json()).toEqual({ status: 'ready' });
  });
});
