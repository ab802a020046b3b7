import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiMarkdown } from '../../server/src/http/wire/reference/api-markdown.ts';
import { type ApiDocument, apiReference } from '../../server/src/http/wire/reference/api-reference.ts';
import { asOpenApi30 } from '../../server/src/http/wire/reference/openapi-30.ts';
import { docsPage } from '../../server/src/http/wire/reference/docs-page.ts';
import { membersOf, shownType } from '../../server/src/http/wire/reference/schema-members.ts';
import { call } from '../support/call.ts';
import { type TestService, startService } from '../support/start-service.ts';

let swath: TestService;
beforeAll(async () => void (swath = await startService()));
afterAll(() => swath.stop());

describe('GET /docs 200', () => {
  test('a page of every operation of the document, without script', async () => {
    const document = (await call(swath.url, 'GET', '/openapi.json')).json<ApiDocument>();
    const page = await call(swath.url, 'GET', '/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const operations = apiReference(document).flatMap((section) => section.operations);
    expect(operations.length).toBeGreaterThan(100);
    for (const { method, path } of operations) expect(page.text).toContain(`<summary><code>${method} ${path}</code>`);
    expect(page.text).toContain(
      '<td><code>stack_depth</code><td>integer or null<td>Tiles for each cell, 5 when absent.',
    );
    expect(page.text).not.toContain('<script');
  });
});

describe('GET /openapi.json 200', () => {
  const ofOpenApi = /^application\/vnd\.oai\.openapi\+json; ?version="?3\.1/;
  const ofOpenApi30 = /^application\/vnd\.oai\.openapi\+json; ?version="?3\.0/;
  const ofJson = /^application\/json/;
  const versionOf = (type: RegExp) => (type === ofOpenApi30 ? '3.0.3' : '3.1.0');
  test.each([
    ['*/*', ofOpenApi],
    ['text/html, application/xhtml+xml, */*;q=0.8', ofOpenApi],
    ['application/vnd.oai.openapi+json;version=3.1, application/json', ofOpenApi],
    ['application/vnd.oai.openapi+json, application/json', ofOpenApi],
    ['application/json', ofJson],
    ['application/vnd.oai.openapi+json;version=3.0', ofOpenApi30],
    // What GDAL sends.
    [
      'application/vnd.oai.openapi+json;version=3.0, application/openapi+json;version=3.0, application/json',
      ofJson,
      '3.0.3',
    ],
  ])('to who accepts %s, by a name that is accepted', async (accept, type, version = versionOf(type)) => {
    const { status, headers, json } = await call(swath.url, 'GET', '/openapi.json', { headers: { accept } });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(type);
    expect(headers.get('vary')).toContain('accept');
    expect(json()['openapi']).toBe(version);
  });

  test('in 3.0 for version=3.0: the same operations, and no word of 3.1 in them', async () => {
    const [older, usual] = await Promise.all(
      ['?version=3.0', ''].map((query) => call(swath.url, 'GET', `/openapi.json${query}`)),
    );
    expect(older!.headers.get('content-type')).toMatch(ofOpenApi30);
    const document = older!.json<Required<ApiDocument> & { readonly openapi: string }>();
    expect(document.openapi).toBe('3.0.3');
    expect(Object.keys(document.paths)).toEqual(Object.keys(usual!.json<Required<ApiDocument>>().paths));
    expect(older!.text).not.toMatch(/"type":(\[|"null")|"exclusiveM[a-z]+":-?\d|"(const|prefixItems|\$defs)":/);
    expect(older!.text).toContain('"nullable":true');
  });

  test('names the address of the API keys where they have one of their own', async () => {
    const other = await startService({ SWATH_ACCOUNT_URL: 'https://account.example.com' });
    type Servers = { paths: Record<string, { get: { servers?: object[] } }> };
    const { paths } = (await call(other.url, 'GET', '/openapi.json')).json<Servers>();
    await other.stop();
    expect(paths['/api-key/api/v2/api-key']!.get.servers).toEqual([{ url: 'https://account.example.com' }]);
    expect(paths['/search']!.get.servers).toBeUndefined();
  });

  test('400 for a version that there is not', async () => {
    const { status, text } = await call(swath.url, 'GET', '/openapi.json?version=2.0');
    expect([status, text]).toEqual([400, expect.stringContaining("'2.0' is not one of")]);
  });
});

test.each([
  [{ type: ['number', 'null'] }, { type: 'number', nullable: true }],
  [
    { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'd' },
    { type: 'string', nullable: true, description: 'd' },
  ],
  [
    { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
    {
      anyOf: [
        { type: 'string', nullable: true },
        { type: 'number', nullable: true },
      ],
    },
  ],
  [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, { anyOf: [{ type: 'string' }, { type: 'number' }] }],
  [
    { type: ['number', 'null'], exclusiveMinimum: 0 },
    { type: 'number', nullable: true, minimum: 0, exclusiveMinimum: true },
  ],
  [{ properties: { type: { type: ['string'] } } }, { properties: { type: { type: 'string' } } }],
])('OpenAPI 3.0 says of %j what it means', (schema, older) =>
  expect(asOpenApi30({ schema })).toEqual({ schema: older, openapi: '3.0.3' }),
);

describe('what makes clients of the document', () => {
  type Described = {
    operationId: string;
    parameters?: { name: string; in: string }[];
    responses: Record<string, { content?: object }>;
  };
  let operations: (Described & { readonly path: string })[];
  beforeAll(async () => {
    const { paths } = (await call(swath.url, 'GET', '/openapi.json')).json<{
      paths: Record<string, Record<string, Described>>;
    }>();
    operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).map((each) => ({ ...each, path })),
    );
  });

  test('finds every operation under an id of its own', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  test('finds the parameters of each path by names that programs can have', () => {
    for (const { path, parameters = [] } of operations) {
      const named = [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name);
      expect([path, path.split('{').length - 1]).toEqual([path, named.length]);
      expect(parameters.filter((each) => each.in === 'path').map(({ name }) => name)).toEqual(named);
    }
  });

  test.each([
    ['postCollectionsIdItems', '207', 'application/json'],
    ['getCollectionsIdItemsItemAssetsKey', '200', '*/*'],
    ['getOrderIdFilesKey', '206', '*/*'],
  ])('is told what %s answers: %s %s', (id, status, type) => {
    const { responses } = operations.find(({ operationId }) => operationId === id)!;
    expect(Object.keys(responses[status]!.content!)).toContain(type);
  });

  test('is told of no 415 where none is answered', () => {
    const statuses = operations
      .filter(({ path }) => ['/authenticate', '/oauth/revoke'].includes(path))
      .map(({ responses }) => Object.keys(responses).includes('415'));
    expect(statuses).toEqual([false, false]);
  });
});

const document: ApiDocument = {
  info: { title: 'A & B' },
  paths: {
    '/things/{id}': {
      post: {
        summary: 'Make <one>',
        tags: ['Things: all'],
        security: [{}, { bearer: [] }],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' }, description: 'a|b' }],
        requestBody: { content: { 'application/json': { schema: {}, examples: { one: { value: { a: 1 } } } } } },
        responses: { 200: { content: { 'application/json': { schema: { items: { type: 'string' } } } } }, 400: {} },
      },
    },
  },
};

test('the same as Markdown and as a page, with what is special in each escaped', () => {
  const text = apiMarkdown(document);
  expect(text).toContain('- [Things: all](#things-all): 1');
  expect(text).toContain('### POST /things/{id}\n\nMake <one>. By: no credential, or bearer token.');
  expect(text).toContain('| `id` * | text, path | a\\|b |');
  expect(text).toContain('Body, optional: `application/json`\n\n```json\n{"a":1}\n```');
  expect(text).toContain('Answers 200: `application/json`\n\nErrors: 400\n');
  const page = docsPage(document);
  expect(page).toContain('<h1>A &amp; B API</h1>');
  expect(page).toContain('Make &lt;one>');
});

test.each([
  [{ type: 'string' }, 'text'],
  [{ type: ['string', 'null'] }, 'text or null'],
  [{ enum: ['a', 2] }, '"a" or 2'],
  [{ const: true }, 'true'],
  [{ items: { type: 'number' } }, 'list of number'],
  [{ anyOf: [{ type: 'string' }, { properties: {} }] }, 'text or object'],
  [{}, 'any'],
])('the type of %j is %s', (schema, shown) => expect(shownType(schema)).toBe(shown));

test('members of objects in lists and of alternatives are rows of their own, to the third level', () => {
  const leaf = { properties: { d: { properties: { e: {} } } } };
  const schema = {
    required: ['a'],
    properties: {
      a: { items: { properties: { b: { anyOf: [{ type: 'null' }, { properties: { c: leaf } }] } } } },
    },
  };
  expect(membersOf(schema).map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ['a', true],
    ['a[].b', false],
    ['a[].b.c', false],
  ]);
});
