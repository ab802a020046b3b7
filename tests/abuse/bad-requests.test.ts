import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Method } from '../../server/src/http/route.ts';
import { cookieName } from '../../server/src/http/routes/session.ts';
import { allRoutes, nameOf, pathTo } from './support/body-routes.ts';
import { call, keysPath } from './support/call.ts';
import { errorProblem } from './support/error-object.ts';
import { type Fixture, healthProblems, startFixture } from './support/fixture.ts';
import { rawRequest } from './support/raw-request.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

describe('a wrong method', () => {
  const odd = [
    'PUT',
    'PROPFIND',
    'PROPPATCH',
    'LOCK',
    'UNLOCK',
    'TRACE',
    'MKCOL',
    'COPY',
    'MOVE',
    'REPORT',
    'SEARCH',
    'PURGE',
    'LINK',
    'M-SEARCH',
    'SOURCE',
    'QUERY',
  ];
  it.each(odd)('%s is 405 with Allow on every path that does not take it', async (method) => {
    const found: string[] = [];
    const taken = new Set(allRoutes(fixture).map(nameOf));
    for (const route of allRoutes(fixture)) {
      if (taken.has(nameOf({ method: method as Method, path: route.path }))) continue;
      const answer = await call(fixture.url, pathTo(route, 'x.js'), { method, bearer: fixture.adminBearer });
      const problem = errorProblem(answer) ?? (answer.status === 405 ? null : `status ${answer.status}`);
      if (problem !== null) found.push(`${nameOf(route)}: ${problem}`);
    }
    expect(found).toEqual([]);
  });

  it('a method with a body, and CONNECT, are answered too', async () => {
    const answer = await call(fixture.url, keysPath, { method: 'PROPFIND', body: { a: 1 } });
    expect([answer.status, errorProblem(answer)]).toEqual([405, null]);
    const { answers, isClosed } = await rawRequest(fixture.url, 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', {
      waitMs: 1_000,
    });
    expect(isClosed || answers.every((each) => errorProblem(each) === null)).toBe(true);
  });
});

it('an unknown path is 404, and a wrong method 405, whatever the body', async () => {
  for (const [path, status] of [
    ['/nowhere', 404],
    ['/livez', 405],
  ] as const)
    for (const headers of [
      { 'content-type': 'text/xml' },
      { 'content-encoding': 'gzip' },
      { 'content-type': ';' },
      {},
    ]) {
      const answer = await call(fixture.url, path, { method: 'POST', body: '<', headers });
      expect([answer.status, errorProblem(answer)]).toEqual([status, null]);
    }
});

describe('a path that is nonsense is a 4xx', () => {
  const paths = [
    '/%',
    '/%zz',
    '/%c0%af',
    '/%ff',
    '/auth/%',
    '/admin/accounts/%',
    '/admin/accounts/%00',
    '/admin/accounts/a%00b',
    '/admin/accounts/%ed%a0%80',
    '/admin/accounts/%F0%9F%98%80',
    "/admin/accounts/' OR 1=1 --".replaceAll(' ', '%20'),
    '/admin/accounts/..%2f..',
    `/admin/accounts/${'a'.repeat(5_000)}`,
    `/api-key/api/v2/api-key/id/${'%41'.repeat(2_000)}`,
    '/api-key/api/v2/api-key/id/%00',
    '/projects/%00',
    '/assets/%00.js',
    '/./',
    '/../..',
    '/%2e%2e/%2e%2e',
    '/api/v1/api/v1/livez',
    '/*',
    '/:id',
    '/admin/accounts/:id',
    '/__proto__',
    '/constructor',
    '/hasOwnProperty',
    '/%5c%5c',
    '/livez%20',
    '/LIVEZ',
    '/livez;x=1',
    '/livez%2f',
    '/livez%3f',
  ];
  it.each(paths)('%s', async (path) => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await call(fixture.url, path, { method, bearer: fixture.adminBearer });
      expect(errorProblem(answer), `with ${method}`).toBeNull();
      expect(answer.status, `with ${method}`).toBeGreaterThanOrEqual(400);
    }
  });
});

it('a query that is nonsense never makes a fault', async () => {
  const queries = [
    'limit=0',
    'limit=-1',
    'limit=1e9',
    'limit=9999999999999999999',
    'limit=%00',
    'limit=1&limit=2',
    'limit[]=1',
    'limit[a]=1',
    'after=x',
    'after=%00',
    'after=bnVsbA',
    'after=W10',
    'after=eyJhIjoxfQ',
    'after=x&after=y',
    'target=%00',
    'target=%ed%a0%80',
    '__proto__=1',
    'constructor=1',
    'a'.repeat(8_000),
    '%',
    '%zz=%zz',
    '&&&&',
    '=',
    '====',
    'vendor_api_key',
    'vendor_api_key=%',
    'vendor_api_key=&vendor_api_key=x',
    `vendor_api_key=${'k'.repeat(9_000)}`,
    'limit=',
    'after=',
  ];
  const found: string[] = [];
  for (const path of ['/admin/accounts', '/admin/audit', '/search', '/auth/self', keysPath])
    for (const query of queries) {
      const problem = errorProblem(await call(fixture.url, `${path}?${query}`, { bearer: fixture.adminBearer }));
      if (problem !== null) found.push(`${path}?${query.slice(0, 40)}: ${problem}`);
    }
  expect(found).toEqual([]);
});

it('credentials that are nonsense are 401', async () => {
  const headers = [
    { authorization: 'Bearer' },
    { authorization: 'Bearer ' },
    { authorization: 'Bearer a.b.c' },
    { authorization: `Bearer ${'x'.repeat(9_000)}` },
    { authorization: 'Bearer \u00e9\u00ff' },
    { authorization: 'Basic YTpi' },
    { authorization: 'Negotiate' },
    { 'vendor-api-key': '' },
    { 'vendor-api-key': 'x'.repeat(9_000) },
    { 'vendor-api-key': 'swath_\u00e9' },
    { cookie: `${cookieName(fixture.service.config)}=x` },
    { cookie: '=; ;;=' },
    { 'vendor-api-key': [fixture.key.api_key, 'other'] },
    { authorization: 'Bearer x', 'vendor-api-key': fixture.key.api_key },
  ];
  for (const header of headers) {
    const answer = await call(fixture.url, '/auth/self', { headers: header });
    expect([answer.status, errorProblem(answer)], `with ${JSON.stringify(header).slice(0, 60)}`).toEqual([401, null]);
  }
});

it('afterwards all is as it was', async () => {
  expect(await healthProblems(fixture)).toEqual([]);
});
