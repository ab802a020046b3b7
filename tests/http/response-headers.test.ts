import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminToken, createKey, keysPath } from '../support/accounts.ts';
import { type Answer, call } from '../support/call.ts';
import { uuid4 } from '../support/assert.ts';
import { exchangeBytes } from '../support/raw-socket.ts';
import { type TestService, startService } from '../support/start-service.ts';

let swath: TestService;
let token: string;

beforeAll(async () => {
  swath = await startService({ SWATH_BODY_LIMIT: '2048' });
  token = await adminToken(swath);
});
afterAll(() => swath.stop());

const preflight = (url: string, path: string, headers: Record<string, string> = {}) =>
  call(url, 'OPTIONS', path, {
    headers: { origin: 'https://map.example.com', 'access-control-request-method': 'POST', ...headers },
  });

describe('X-Vendor-RequestId', () => {
  test('is a UUID v4, another one each time, under every vendor word, on every kind of response', async () => {
    const big = { json: { name: 'x'.repeat(4_000) }, token };
    const all: Answer[] = [
      await call(swath.url, 'GET', '/'),
      await call(swath.url, 'GET', '/search', { token }),
      await call(swath.url, 'POST', '/search', { token, json: {} }),
      await call(swath.url, 'GET', '/search'),
      await call(swath.url, 'HEAD', '/search', { token }),
      await call(swath.url, 'GET', '/nothing'),
      await call(swath.url, 'PUT', '/authenticate'),
      await call(swath.url, 'POST', '/authenticate', { raw: '{' }),
      await call(swath.url, 'POST', keysPath, big),
      await call(swath.url, 'DELETE', `${keysPath}/id/${'a'.repeat(4_000)}`, { token }),
      await call(swath.url, 'GET', '/%zz'),
      await preflight(swath.url, '/search'),
      await preflight(swath.url, '/nothing'),
      await call(swath.url, 'OPTIONS', '/search'),
    ];
    const ids = all.map(({ headers }) => headers.get('x-vendor-requestid'));
    for (const id of ids) expect(id).toMatch(uuid4);
    expect(new Set(ids).size).toBe(all.length);
    for (const { headers } of all) expect(headers.get('x-maxar-requestid')).toBe(headers.get('x-vendor-requestid'));
  });

  test('is never taken from the caller', async () => {
    const headers = { 'x-vendor-requestid': 'mine', 'x-request-id': 'mine', 'request-id': 'mine' };
    const answer = await call(swath.url, 'GET', '/', { headers });
    expect(answer.headers.get('x-vendor-requestid')).toMatch(uuid4);
  });

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a broken header', 'GET / HTTP/1.1\r\nbad header\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['endless headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 413],
  ])('is there for %s on a bare socket, with the error object', async (_, bytes, status) => {
    const received = await exchangeBytes(swath.url, bytes);
    const [head = '', body = ''] = received.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(/^X-Vendor-RequestId: (.+)$/im.exec(head)?.[1]?.trim()).toMatch(uuid4);
    expect(Object.keys(JSON.parse(body) as object)).toEqual(['message', 'code', 'type']);
  });

  test('follows the vendor setting, as do header and parameter', async () => {
    const other = await startService({ SWATH_VENDOR: 'acme', SWATH_VENDOR_ALIASES: 'orbit,acme' });
    const { api_key: key } = await createKey(other.url, await adminToken(other));
    const answer = await call(other.url, 'GET', '/auth/self', { headers: { 'acme-api-key': key } });
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ vendor: 'acme' });
    expect(answer.headers.get('x-acme-requestid')).toMatch(uuid4);
    expect(answer.headers.get('x-orbit-requestid')).toBe(answer.headers.get('x-acme-requestid'));
    expect(answer.headers.get('x-vendor-requestid')).toBeNull();
    const status = async (query: string) => (await call(other.url, 'GET', `/auth/self?${query}=${key}`)).status;
    expect([await status('acme_api_key'), await status('orbit_api_token'), await status('vendor_api_key')]).toEqual([
      200, 200, 401,
    ]);
    expect((await call(other.url, 'GET', '/auth/self', { key })).status).toBe(401);
    await other.stop();
  });
});

type Operations = Record<string, { readonly responses: Record<string, { readonly headers?: object }> }>;

describe('CORS', () => {
  test('any origin may call and read the id and limit headers, never with credentials', async () => {
    for (const answer of [await call(swath.url, 'GET', '/'), await call(swath.url, 'GET', '/search')]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      const exposed = answer.headers.get('access-control-expose-headers')!.split(', ');
      expect(exposed).toEqual(
        expect.arrayContaining([
          'X-Vendor-RequestId',
          'ETag',
          'Link',
          'Retry-After',
          'RateLimit',
          'RateLimit-Policy',
          'Content-Range',
          'Idempotency-Replayed',
        ]),
      );
    }
  });

  test('204 to a preflight, with the methods of the path and the headers asked for, without a credential', async () => {
    const answer = await preflight(swath.url, keysPath, {
      'access-control-request-headers': 'authorization, content-type',
    });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers.get('access-control-allow-methods')!.split(', ').sort()).toEqual([
      'DELETE',
      'GET',
      'HEAD',
      'OPTIONS',
      'POST',
    ]);
    expect(answer.headers.get('access-control-allow-headers')).toBe('authorization, content-type');
    expect(Number(answer.headers.get('access-control-max-age'))).toBeGreaterThan(0);
  });

  test('a preflight lets through what is refused afterwards, so that a page can read why', async () => {
    for (const [path, method, status] of [
      ['/search/nowhere', 'GET', 404],
      ['/conformance', 'PUT', 405],
    ] as const) {
      const asked = await preflight(swath.url, path, { 'access-control-request-method': method });
      expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([
        204,
        expect.stringMatching(new RegExp(`\\b${method}$`)),
      ]);
      expect((await call(swath.url, method, path)).status).toBe(status);
    }
    expect((await call(swath.url, 'OPTIONS', '/search/nowhere')).status).toBe(404);
  });

  test('OPTIONS names what the caller may do, and all of the path to who does not say who they are', async () => {
    const { api_key: writer } = await createKey(swath.url, token);
    const { api_key: reader } = await createKey(swath.url, token, { permissions: ['search'] });
    const allowed = async (path: string, options: { readonly key?: string; readonly token?: string } = {}) => {
      const { status, headers } = await call(swath.url, 'OPTIONS', path, options);
      return `${status} ${headers.get('allow')}`;
    };
    const all = '204 GET, POST, DELETE, HEAD, OPTIONS';
    for (const path of ['/collections/a/items', '/discovery/v1/collections/a/items'])
      expect([
        await allowed(path),
        await allowed(path, { key: writer }),
        await allowed(path, { key: reader }),
        await allowed(path, { key: 'no key' }),
        await allowed(path, { token }),
      ]).toEqual([all, all, '204 GET, HEAD, OPTIONS', all, all]);
    // What a key may not do at all is still there.
    expect(await allowed('/admin/audit', { key: writer })).toBe('204 OPTIONS');
    expect(await allowed('/nowhere', { key: writer })).toMatch(/^404/);
  });

  test('every header that an answer is said to have can be read by pages', async () => {
    const { paths } = (await call(swath.url, 'GET', '/openapi.json')).json<{ paths: Record<string, Operations> }>();
    const said = Object.values(paths).flatMap((path) =>
      Object.values(path).flatMap(({ responses }) =>
        Object.values(responses).flatMap(({ headers }) => Object.keys(headers ?? {})),
      ),
    );
    const exposed = (await call(swath.url, 'GET', '/')).headers.get('access-control-expose-headers')!.split(', ');
    // No browser shows these to any page.
    const readable = new Set([...exposed, 'Set-Cookie'].map((name) => name.toLowerCase()));
    expect(said.length).toBeGreaterThan(100);
    expect([...new Set(said)].filter((name) => !readable.has(name.toLowerCase()))).toEqual([]);
  });

  test('with listed origins only those may', async () => {
    const other = await startService({ SWATH_CORS_ORIGINS: 'https://map.example.com, https://two.example.com' });
    const from = (origin: string, path = '/') => call(other.url, 'GET', path, { headers: { origin } });
    const good = await from('https://two.example.com');
    expect(good.headers.get('access-control-allow-origin')).toBe('https://two.example.com');
    for (const path of ['/', '/conformance', '/nothing'])
      expect((await from('https://two.example.com', path)).headers.get('vary')).toMatch(/\bOrigin\b/i);
    const bad = await from('https://evil.example.com');
    expect(bad.headers.get('access-control-allow-origin')).toBeNull();
    expect(bad.headers.get('vary')).toMatch(/\bOrigin\b/i);
    expect((await from('null')).headers.get('access-control-allow-origin')).toBeNull();
    expect((await preflight(other.url, '/search')).headers.get('access-control-allow-origin')).toBe(
      'https://map.example.com',
    );
    await other.stop();
  });
});

describe('security headers', () => {
  test('are on every response', async () => {
    for (const path of ['/', '/nothing', '/search', '/%zz']) {
      const { headers } = await call(swath.url, 'GET', path, { headers: { accept: 'text/html' } });
      expect(headers.get('content-security-policy')).toMatch(/default-src 'self'.*frame-ancestors 'none'/);
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('content-security-policy')).toContain("img-src 'self' data: blob:;");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('strict-transport-security')).toBeNull();
    }
  });

  test('include HSTS behind https alone', async () => {
    const other = await startService({ SWATH_PUBLIC_URL: 'https://imagery.example.com' });
    const { headers } = await call(other.url, 'GET', '/nothing');
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{7,}/);
    await other.stop();
  });

  test('what a credential sees is private and not stored', async () => {
    const answer = await call(swath.url, 'GET', '/auth/self', { token });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  });
});

const fetchWith = (path: string, encoding: string) =>
  fetch(swath.url + path, { headers: { 'accept-encoding': encoding } });

describe('compression', () => {
  test.each(['gzip', 'br'])('of large answers by %s, which decode to the same', async (encoding) => {
    const packed = await fetchWith('/openapi.json', encoding);
    expect(packed.headers.get('content-encoding')).toBe(encoding);
    expect(packed.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(await packed.json()).toEqual(await (await fetchWith('/openapi.json', 'identity')).json());
  });

  test('not of small ones, nor without being asked', async () => {
    expect((await fetchWith('/livez', 'gzip')).headers.get('content-encoding')).toBeNull();
    expect((await fetchWith('/openapi.json', 'identity')).headers.get('content-encoding')).toBeNull();
  });
});

test.each(['/', '/auth/self', '/search', '/openapi.json', keysPath])(
  'HEAD %s answers like GET, without a body',
  async (path) => {
    const [get, head] = [await call(swath.url, 'GET', path, { token }), await call(swath.url, 'HEAD', path, { token })];
    expect([head.status, head.text]).toEqual([get.status, '']);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
  },
);
