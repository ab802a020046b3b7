import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type WriteService, itemJson, itemPath, looseItem, startWriteService } from './writes-fixture.ts';

let swath: WriteService;
beforeAll(async () => {
  swath = await startWriteService();
});
afterAll(() => swath.stop());

const post = (collection: string, json: unknown, query = '', headers = {}) =>
  swath.send('POST', `/collections/${encodeURIComponent(collection)}/items${query}`, { json, headers });
const put = (collection: string, id: string, json: unknown, headers = {}, query = '') =>
  swath.send('PUT', `${itemPath(collection, id)}${query}`, { json, headers });
const remove = (collection: string, id: string, headers = {}) =>
  swath.send('DELETE', itemPath(collection, id), { headers });

type Linked = { id: string; collection: string; links: { rel: string; href: string }[]; properties: object };

describe('POST /collections/{id}/items with an item', () => {
  test('201: Location, ETag, geo+json, the item as stored with links of this service', async () => {
    const home = await swath.collection();
    const links = [
      { rel: 'self', href: 'https://elsewhere.example/x' },
      { rel: 'license', href: 'https://licence.example/' },
    ];
    const answer = await post(home, looseItem('one', { links, properties: { name: 'Zürich 🛰' } }));
    expect(answer.status).toBe(201);
    expect(answer.headers.get('content-type')).toBe('application/geo+json; charset=utf-8');
    const { baseUrl } = swath.service.config;
    const self = `${baseUrl}/collections/${home}/items/one`;
    expect(answer.headers.get('location')).toBe(self);
    expect(answer.headers.get('etag')).toMatch(/^"[\w-]+\.[\w-]+"$/);
    const item = answer.json<Linked>();
    expect(item).toMatchObject({ id: 'one', collection: home, properties: { name: 'Zürich 🛰' } });
    expect(item.links.map(({ rel }) => rel).sort()).toEqual(['collection', 'license', 'parent', 'root', 'self']);
    expect(item.links.find(({ rel }) => rel === 'self')!.href).toBe(self);
    expect((await swath.item(home, 'one'))?.json['links']).toEqual([links[1]]);
  });

  test('the answer to a POST is what GET and a PUT of the same item answer, etag and all', async () => {
    const home = await swath.collection();
    const created = await post(home, looseItem('one'));
    const read = await swath.send('GET', itemPath(home, 'one'));
    expect([read.text, read.headers.get('etag')]).toEqual([created.text, created.headers.get('etag')]);
    const again = await put(home, 'one', looseItem('one'));
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([
      200,
      created.text,
      created.headers.get('etag'),
    ]);
    expect(again.headers.get('location')).toBeNull();
  });

  test('409 conflict when it exists, and it stays as it was; 412 when it was to be new', async () => {
    const home = await swath.collection();
    await post(home, looseItem('one', { properties: { n: 1 } }));
    const second = await post(home, looseItem('one', { properties: { n: 2 } }));
    expect([second.status, second.json()['code']]).toEqual([409, 'conflict']);
    const createOnly = await post(home, looseItem('one', { properties: { n: 2 } }), '', { 'if-none-match': '*' });
    expect([createOnly.status, createOnly.json()['code']]).toEqual([412, 'precondition_failed']);
    expect((await swath.item(home, 'one'))?.text).toContain('"n":1');
  });

  test('upsert=true: 201 for a new one, 200 for one that exists', async () => {
    const home = await swath.collection();
    expect((await post(home, looseItem('one', { properties: { n: 1 } }), '?upsert=true')).status).toBe(201);
    const second = await post(home, looseItem('one', { properties: { n: 2 } }), '?upsert=true');
    expect([second.status, second.json<Linked>().properties]).toMatchObject([200, { n: 2 }]);
    expect((await post(home, looseItem('one', { properties: { n: 2 } }), '?upsert=true')).status).toBe(200);
    expect((await post(home, looseItem('one'), '?upsert=false')).status).toBe(409);
  });

  test('404 for a collection that does not exist, whatever the item', async () => {
    for (const json of [looseItem('one'), { type: 'FeatureCollection', features: [looseItem('one')] }]) {
      const answer = await post('nowhere', json);
      expect([answer.status, answer.json()['message']]).toEqual([404, 'Not Found']);
    }
  });

  test('400 that names the member', async () => {
    const home = await swath.collection();
    const cases: [object, string][] = [
      [{ ...looseItem('one'), type: 'Item' }, "'type' must be 'Feature'"],
      [{ ...looseItem('one'), id: undefined }, "'id' is a required property"],
      [{ ...looseItem('one'), id: 7 }, "'id' must be a text"],
      [itemJson('one', { collection: 'other' }), `'collection' must be '${home}'`],
      [looseItem('one', { properties: { datetime: '2020-06-15' } }), "'properties.datetime'"],
      [{ ...looseItem('one'), geometry: undefined }, "'geometry' is a required property"],
      [looseItem('one', { geometry: { type: 'Point', coordinates: [0, 91] } }), "'geometry'"],
      [looseItem('one', { assets: { a: {} } }), "'assets.a.href'"],
      [looseItem('one', { assets: { '..': { href: '/archive/a.tif' } } }), "under the name '..'"],
    ];
    for (const [json, message] of cases) {
      const answer = await post(home, json);
      expect([answer.status, answer.json()['code']], `answered ${answer.text}`).toEqual([400, 'invalid_parameters']);
      expect(answer.json()['message']).toContain(message);
      expect(answer.json()['request_id']).toBe(answer.headers.get('x-vendor-requestid'));
    }
    expect(await swath.item(home, 'one')).toBeNull();
  });

  test('400 for unknown or wrong parameters and for If-Match, which has no meaning here', async () => {
    const home = await swath.collection();
    expect((await post(home, looseItem('one'), '?upsrt=true')).json()['message']).toContain("'upsrt'");
    expect((await post(home, looseItem('one'), '?upsert=yes')).json()['message']).toContain("'upsert'");
    expect((await post(home, looseItem('one'), '?upsert=true&upsert=true')).status).toBe(400);
    expect((await post(home, looseItem('one'), '', { 'if-match': '*' })).json()['message']).toContain("'If-Match'");
    expect((await post(home, looseItem('one'), '', { 'if-none-match': '"x"' })).status).toBe(400);
    expect(await swath.item(home, 'one')).toBeNull();
  });
});

describe('what real catalogues hold is stored', () => {
  const ring = [
    [170, 10],
    [-170, 10],
    [-170, 20],
    [170, 20],
    [170, 10],
  ];
  const items: Readonly<Record<string, object>> = {
    'a text for a number': looseItem('x', { properties: { 'eo:cloud_cover': 'cloudy' } }),
    'no geometry': looseItem('x', { geometry: null }),
    'an interval instead of a moment': looseItem('x', {
      properties: { datetime: null, start_datetime: '2020-01-01T00:00:00Z', end_datetime: '2020-02-01T00:00:00Z' },
    }),
    'no properties but the time': { ...looseItem('x'), properties: { datetime: null } },
    'the antimeridian by its bbox': looseItem('x', {
      bbox: [170, 10, -170, 20],
      geometry: { type: 'Polygon', coordinates: [ring] },
    }),
    'members that nobody knows': looseItem('x', { 'vendor:thing': { deep: [1, { a: null }] } }),
    'version 1.1': looseItem('x', { stac_version: '1.1.0' }),
  };

  test.each(Object.entries(items))('%s: by POST and by PUT, and comes back equal', async (_, json) => {
    const home = await swath.collection();
    const created = await post(home, json);
    expect(created.status, `answered ${created.text}`).toBe(201);
    const replaced = await put(home, 'x', json);
    expect(replaced.status, `answered ${replaced.text}`).toBe(200);
    const { links: _links, ...rest } = JSON.parse(JSON.stringify(json)) as Record<string, unknown>;
    const bbox = rest['bbox'] === undefined && rest['geometry'] !== null ? { bbox: [10, 10, 11, 11] } : {};
    expect((await swath.item(home, 'x'))?.json).toEqual({ ...rest, ...bbox, collection: home, links: [] });
  });
});

describe('PUT /collections/{id}/items/{item}', () => {
  test('404 when there is nothing to replace, 201 with upsert=true or If-None-Match: *', async () => {
    const home = await swath.collection();
    expect((await put(home, 'one', looseItem('one'))).status).toBe(404);
    const upserted = await put(home, 'one', looseItem('one'), {}, '?upsert=true');
    expect([upserted.status, upserted.headers.get('location')]).toEqual([
      201,
      `${swath.service.config.baseUrl}/collections/${home}/items/one`,
    ]);
    const created = await put(home, 'two', looseItem('two'), { 'if-none-match': '*' });
    expect(created.status).toBe(201);
    expect((await put(home, 'two', looseItem('two'), { 'if-none-match': '*' })).status).toBe(412);
    expect((await put(home, 'two', looseItem('two'), { 'if-none-match': '*' }, '?upsert=true')).status).toBe(412);
    expect((await put('nowhere', 'one', looseItem('one'), {}, '?upsert=true')).status).toBe(404);
  });

  test('200 replaces the whole item; an id that is left out is the path’s', async () => {
    const home = await swath.collection();
    await post(home, looseItem('one', { properties: { old: true } }));
    const answer = await put(home, 'one', { ...looseItem('one', { properties: { n: 2 } }), id: undefined });
    expect(answer.status).toBe(200);
    expect(answer.json<Linked>()).toMatchObject({ id: 'one', collection: home });
    expect(answer.json<Linked>().properties).toEqual({ datetime: '2020-06-15T12:00:00Z', n: 2 });
  });

  test('400 when the body names another id or collection', async () => {
    const home = await swath.collection();
    await post(home, looseItem('one'));
    const other = await put(home, 'one', looseItem('two'));
    expect([other.status, other.json()['message']]).toEqual([400, "Bad Request: 'id' must be the id in the path"]);
    const elsewhere = await put(home, 'one', itemJson('one', { collection: 'elsewhere' }));
    expect([elsewhere.status, elsewhere.json()['message']]).toEqual([
      400,
      expect.stringContaining("'collection' must be"),
    ]);
    expect(await swath.item(home, 'two')).toBeNull();
  });

  test('If-Match: the tag of the last answer, *, or 412; the failed write leaves no trace', async () => {
    const home = await swath.collection();
    const first = (await post(home, looseItem('one', { properties: { n: 1 } }))).headers.get('etag')!;
    const second = await put(home, 'one', looseItem('one', { properties: { n: 2 } }), { 'if-match': first });
    expect(second.status).toBe(200);
    for (const stale of [first, `W/${second.headers.get('etag')}`, '"none"', 'garbage', '']) {
      const answer = await put(home, 'one', looseItem('one', { properties: { n: 3 } }), { 'if-match': stale });
      expect([answer.status, answer.json()['code']], `with ${stale}`).toEqual([412, 'precondition_failed']);
    }
    expect((await swath.item(home, 'one'))?.text).toContain('"n":2');
    expect((await put(home, 'one', looseItem('one', { properties: { n: 4 } }), { 'if-match': '*' })).status).toBe(200);
    expect((await put(home, 'none', looseItem('none'), { 'if-match': '*' }, '?upsert=true')).status).toBe(412);
  });
});

describe('DELETE /collections/{id}/items/{item}', () => {
  test('204, then 404; it can be created again', async () => {
    const home = await swath.collection();
    await post(home, looseItem('one'));
    const gone = await remove(home, 'one');
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await remove(home, 'one')).status).toBe(404);
    expect((await remove('nowhere', 'one')).status).toBe(404);
    expect((await post(home, looseItem('one'))).status).toBe(201);
  });

  test('If-Match with several tags: one of them is enough, wherever it stands', async () => {
    const home = await swath.collection();
    const [first, second] = [1, 2].map((n) => looseItem('one', { properties: { n } }));
    await post(home, first);
    const before = (await put(home, 'one', first)).headers.get('etag')!;
    const now = (await put(home, 'one', second)).headers.get('etag')!;
    for (const tags of [`${before}, ${now}`, `${now}, ${before}`, `"other", ${before}, W/"x", ${now}`])
      expect([tags, (await put(home, 'one', second, { 'if-match': tags })).status]).toEqual([tags, 200]);
    expect((await put(home, 'one', first, { 'if-match': `${before}, "other"` })).status).toBe(412);
    expect((await remove(home, 'one', { 'if-match': `${before}, ${now}` })).status).toBe(204);
  });

  test('If-Match: 412 for a stale tag, 204 for the right one; If-None-Match is 400', async () => {
    const home = await swath.collection();
    const etag = (await post(home, looseItem('one'))).headers.get('etag')!;
    expect((await remove(home, 'one', { 'if-match': '"stale"' })).status).toBe(412);
    expect((await remove(home, 'one', { 'if-none-match': '*' })).status).toBe(400);
    expect(await swath.item(home, 'one')).not.toBeNull();
    expect((await remove(home, 'one', { 'if-match': etag })).status).toBe(204);
  });
});

describe('ids of every kind', () => {
  const ids = [
    'a/b/c',
    'with space',
    'percent%20sign',
    '100%',
    'Zürich-東京-🛰',
    'question?mark#hash',
    '"quoted"',
    "it's; semi,comma",
    '..%2F..',
    'plus+plus',
    '/'.repeat(1_024),
    '東'.repeat(400),
    '__proto__',
    'constructor',
    '*',
    ':item',
  ];

  test.each(ids)('%s: created, found at its Location, replaced, changed, deleted', async (id) => {
    const home = await swath.collection(`home of ${id.slice(0, 300)}`);
    const created = await post(home, looseItem(id));
    expect(created.status, `answered ${created.text}`).toBe(201);
    const path = created.headers.get('location')!.slice(swath.service.config.baseUrl.length);
    const replaced = await swath.send('PUT', path, { json: looseItem(id, { properties: { n: 1 } }) });
    expect([replaced.status, replaced.json()['id']], `answered ${replaced.text}`).toEqual([200, id]);
    const patched = await swath.send('PATCH', path, { json: { properties: { n: 2 } } });
    expect([patched.status, patched.json()['properties']]).toMatchObject([200, { n: 2 }]);
    expect((await swath.send('DELETE', path)).status).toBe(204);
    expect((await swath.send('DELETE', path)).status).toBe(404);
    expect((await swath.send('DELETE', `/collections/${encodeURIComponent(home)}`)).status).toBe(204);
  });

  test('an id that no URL or log can hold is 400', async () => {
    const home = await swath.collection();
    for (const id of ['', 'a\nb', '\u0000', '\ud800', 'x'.repeat(1_025), '東'.repeat(401)])
      expect((await post(home, looseItem(id))).json()['message']).toContain("'id' must");
  });
});
