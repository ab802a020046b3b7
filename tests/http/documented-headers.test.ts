import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminToken } from '../support/accounts.ts';
import { type Answer, type CallOptions, call } from '../support/call.ts';
import { unlistedHeaders } from '../support/check-answer.ts';
import { type TestService, startService } from '../support/start-service.ts';

type Headers = Readonly<Record<string, { readonly $ref: string }>>;
type Document = {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Record<string, { readonly headers?: Headers }> }>>>
  >;
  readonly components: { readonly headers: Readonly<Record<string, object>> };
};

let swath: TestService;
let document: Document;
let token: string;

beforeAll(async () => {
  swath = await startService();
  token = await adminToken(swath);
  document = (await call(swath.url, 'GET', '/openapi.json')).json<Document>();
});
afterAll(() => swath.stop());

const listed = (path: string, method: string, status: number): readonly string[] =>
  Object.keys(document.paths[path]?.[method.toLowerCase()]?.responses[status]?.headers ?? {}).map((name) =>
    name.toLowerCase(),
  );

/** What an answer says that the document does not say of it. */
const unlisted = (path: string, method: string, { status, headers }: Answer): readonly string[] =>
  unlistedHeaders([...headers.keys()], listed(path, method, status));

const collection = {
  type: 'Collection',
  id: 'listed',
  description: 'x',
  license: 'other',
  links: [],
  extent: { spatial: { bbox: [[0, 0, 1, 1]] }, temporal: { interval: [[null, null]] } },
};

describe('the document lists the headers of', () => {
  test.each<[string, string, string, CallOptions, number, readonly string[]]>([
    ['a list', 'GET', '/collections', {}, 200, ['etag', 'ratelimit', 'ratelimit-policy']],
    ['a new document', 'POST', '/collections', { json: collection }, 201, ['etag', 'location']],
    ['no credential', 'GET', '/auth/self', { token: 'wrong' }, 401, ['www-authenticate', 'ratelimit']],
    ['health', 'GET', '/readyz', {}, 200, ['x-vendor-requestid', 'x-maxar-requestid']],
    ['a bad body', 'POST', '/search', { raw: '{' }, 400, ['x-vendor-requestid']],
  ])('%s', async (_, method, path, options, status, names) => {
    const answer = await call(swath.url, method, path, { token, ...options });
    expect([answer.status, unlisted(path, method, answer)]).toEqual([status, []]);
    expect(names.filter((name) => !answer.headers.has(name))).toEqual([]);
    expect(listed(path, method, status)).toEqual(expect.arrayContaining([...names]));
  });

  test('a patch in a language that is not known, which names those that are', async () => {
    await call(swath.url, 'PUT', '/collections/listed?upsert=true', { token, json: collection });
    const headers = { 'content-type': 'application/x-other+json' };
    const answer = await call(swath.url, 'PATCH', '/collections/listed', { token, raw: '{}', headers });
    expect([answer.status, unlisted('/collections/{id}', 'PATCH', answer)]).toEqual([415, []]);
    expect(listed('/collections/{id}', 'PATCH', 415)).toContain('accept-patch');
  });

  test('what must be waited for', () => {
    for (const status of [429, 503]) expect(listed('/search', 'POST', status)).toContain('retry-after');
    expect(listed('/search', 'POST', 200)).not.toContain('retry-after');
    expect(listed('/order/{id}/files/{key}', 'GET', 416)).toContain('content-range');
  });

  test('nothing that it does not describe', () => {
    const responses = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap((operation) => Object.values(operation.responses)),
    );
    const names = responses.flatMap(({ headers = {} }) => Object.values(headers).map(({ $ref }) => $ref));
    expect(names.length).toBeGreaterThan(1_000);
    const described = Object.keys(document.components.headers).map((name) => `#/components/headers/${name}`);
    expect([...new Set(names)].filter((name) => !described.includes(name))).toEqual([]);
  });
});

test('by another setting, /authenticate is said to answer what it answers', async () => {
  const other = await startService({ SWATH_AUTHENTICATE_BAD_REQUEST_STATUS: '404', SWATH_RATE_LIMIT: '0' });
  const bad = await call(other.url, 'POST', '/authenticate', { json: { grant_type: 'none' } });
  const { paths } = (await call(other.url, 'GET', '/openapi.json')).json<Document>();
  await other.stop();
  const { responses } = paths['/authenticate']!['post']!;
  expect([bad.status, Object.keys(responses)]).toEqual([404, expect.arrayContaining(['400', '404'])]);
  expect(Object.keys(document.paths['/authenticate']!['post']!.responses)).not.toContain('404');
  expect(Object.keys(responses['404']!.headers!)).not.toContain('RateLimit');
});
