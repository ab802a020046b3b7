import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type WriteService, collectionJson, looseItem, startWriteService, writerOf } from './writes-fixture.ts';

let swath: WriteService;
beforeAll(async () => {
  swath = await startWriteService();
});
afterAll(() => swath.stop());

const post = (json: unknown, query = '', headers = {}) => swath.send('POST', `/collections${query}`, { json, headers });
const put = (id: string, json: unknown, headers = {}, query = '') =>
  swath.send('PUT', `/collections/${encodeURIComponent(id)}${query}`, { json, headers });
const remove = (id: string, headers = {}) =>
  swath.send('DELETE', `/collections/${encodeURIComponent(id)}`, { headers });
const stored = async (id: string) => (await swath.service.catalog.getCollection(id, 'all')) !== null;

type Linked = { id: string; title?: string; links: { rel: string; href: string }[] };

describe('POST /collections', () => {
  test.each([{ toString: 1 }, [{ toString: 1 }], ['https://a.example/collections/x/browse'], 5, null])(
    '400: a child link whose address is no text (%j)',
    async (href) => {
      const answer = await post(collectionJson('linked', { links: [{ rel: 'child', href }] }));
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("'links[0].href' must be a text")]);
      expect(await stored('linked')).toBe(false);
    },
  );

  test('201: Location, ETag, the collection as stored with links of this service', async () => {
    const links = [
      { rel: 'self', href: 'https://elsewhere.example/x' },
      { rel: 'license', href: 'https://licence.example/' },
    ];
    const answer = await post(collectionJson('a collection/1', { links, summaries: { gsd: [0.3] } }));
    expect(answer.status, `answered ${answer.text}`).toBe(201);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const self = `${swath.service.config.baseUrl}/collections/a%20collection%2F1`;
    expect(answer.headers.get('location')).toBe(self);
    expect(answer.headers.get('etag')).toMatch(/^"[\w-]+\.[\w-]+"$/);
    const collection = answer.json<Linked>();
    expect(collection).toMatchObject({ id: 'a collection/1', summaries: { gsd: [0.3] } });
    expect(collection.links.filter(({ rel }) => rel === 'self').map(({ href }) => href)).toEqual([self]);
    expect(collection.links.map(({ rel }) => rel)).toEqual(
      expect.arrayContaining(['license', 'root', 'parent', 'items']),
    );
  });

  test('says that it holds features, once, and is the same when it is written back', async () => {
    await post(collectionJson('kinds'));
    const read = await swath.send('GET', '/collections/kinds');
    expect(read.json()).toMatchObject({ itemType: 'feature' });
    const back = await put('kinds', read.json());
    expect([back.status, back.headers.get('etag')]).toEqual([200, read.headers.get('etag')]);
    const own = await put('kinds', { ...read.json<object>(), itemType: 'record' });
    expect(own.text.match(/"itemType":"\w+"/g)).toEqual(['"itemType":"record"']);
    const page = (await swath.send('GET', '/collections?limit=1000')).json<{ collections: { itemType: string }[] }>();
    expect(page.collections.every(({ itemType }) => ['feature', 'record'].includes(itemType))).toBe(true);
  });

  test('409 when it exists, 412 when it was to be new, 200 with upsert=true', async () => {
    await post(collectionJson('twice'));
    const second = await post(collectionJson('twice', { title: 'New' }));
    expect([second.status, second.json()['code']]).toEqual([409, 'conflict']);
    expect((await post(collectionJson('twice'), '', { 'if-none-match': '*' })).status).toBe(412);
    const upserted = await post(collectionJson('twice', { title: 'New' }), '?upsert=true');
    expect([upserted.status, upserted.json()['title']]).toEqual([200, 'New']);
    expect((await post(collectionJson('thrice'), '?upsert=true')).status).toBe(201);
  });

  test('400 that names the member', async () => {
    const cases: [unknown, string][] = [
      [{ ...collectionJson('bad'), type: 'Feature' }, "'type' must be 'Collection'"],
      [{ ...collectionJson('bad'), id: undefined }, "'id' is a required property"],
      [{ ...collectionJson('bad'), description: undefined }, "'description' is a required property"],
      [collectionJson('bad', { license: 7 }), "'license' must be a text"],
      [collectionJson('bad', { title: { en: 'Bad' } }), "'title' must be a text"],
      [collectionJson('bad', { extent: {} }), "'extent.spatial' is a required property"],
      [collectionJson('bad', { links: [{ rel: 'a' }] }), "'links[0].href'"],
      [collectionJson('bad', { stac_version: '0.9.0' }), "'stac_version'"],
      [collectionJson('bad', { assets: 5 }), "'assets' must be an object"],
      [collectionJson('bad', { summaries: ['gsd'] }), "'summaries' must be an object"],
      [collectionJson('bad', { providers: [{ name: 'a' }, 'b'] }), "'providers' must be an array of objects"],
      [collectionJson('bad', { keywords: 'x' }), "'keywords'"],
    ];
    for (const [json, message] of cases) {
      const answer = await post(json);
      expect([answer.status, answer.json()['message']]).toEqual([400, expect.stringContaining(message)]);
    }
    expect((await post(collectionJson('bad'), '?dry_run=true')).json()['message']).toContain("'dry_run'");
    expect((await swath.send('POST', '/collections')).json()['code']).toBe('unparsable_body');
    expect(
      (await swath.send('POST', '/collections', { raw: '{', headers: { 'content-type': 'text/xml' } })).status,
    ).toBe(415);
    expect(await stored('bad')).toBe(false);
  });

  test('of 20 at once, one creates it', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(collectionJson('race'))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });
});

describe('PUT /collections/{id}', () => {
  test('404 when there is nothing to replace, 201 with upsert=true or If-None-Match: *', async () => {
    expect((await put('put-1', collectionJson('put-1'))).status).toBe(404);
    const created = await put('put-1', collectionJson('put-1'), {}, '?upsert=true');
    expect([created.status, created.headers.get('location')]).toEqual([
      201,
      `${swath.service.config.baseUrl}/collections/put-1`,
    ]);
    expect((await put('put-2', collectionJson('put-2'), { 'if-none-match': '*' })).status).toBe(201);
    expect((await put('put-2', collectionJson('put-2'), { 'if-none-match': '*' })).status).toBe(412);
  });

  test('200 replaces the collection and keeps its items; If-Match guards it', async () => {
    const id = await swath.collection();
    await swath.send('POST', `/collections/${id}/items`, { json: looseItem('one') });
    const first = await put(id, collectionJson(id, { title: 'One' }));
    expect([first.status, first.json<Linked>().title]).toEqual([200, 'One']);
    const headers = { 'if-match': first.headers.get('etag')! };
    expect((await put(id, { ...collectionJson(id, { title: 'Two' }), id: undefined }, headers)).status).toBe(200);
    expect((await put(id, collectionJson(id, { title: 'Three' }), headers)).status).toBe(412);
    expect(await swath.item(id, 'one')).not.toBeNull();
  });

  test('400 when the body names another id', async () => {
    const id = await swath.collection();
    const answer = await put(id, collectionJson('another'));
    expect([answer.status, answer.json()['message']]).toEqual([400, expect.stringContaining("'id' must be")]);
  });
});

/** What a collection without items shows where its owner wrote none. */
const openExtent = { spatial: { bbox: [[-180, -90, 180, 90]] }, temporal: { interval: [[null, null]] } };

describe('PATCH /collections/{id}', () => {
  test('200 by merge and by JSON Patch; id and type stay', async () => {
    const id = await swath.collection();
    const merged = await swath.send('PATCH', `/collections/${id}`, { json: { title: 'New', license: 'CC-BY-4.0' } });
    expect([merged.status, merged.json()]).toMatchObject([200, { id, title: 'New', license: 'CC-BY-4.0' }]);
    const raw = JSON.stringify([{ op: 'remove', path: '/title' }]);
    const headers = { 'content-type': 'application/json-patch+json', 'if-match': merged.headers.get('etag')! };
    const patched = await swath.send('PATCH', `/collections/${id}`, { raw, headers });
    expect([patched.status, patched.json()['title']]).toEqual([200, undefined]);
    expect((await swath.send('PATCH', `/collections/${id}`, { raw, headers })).status).toBe(412);
    const bad = await swath.send('PATCH', `/collections/${id}`, { json: { id: 'other' } });
    expect([bad.status, bad.json()['message']]).toEqual([400, expect.stringContaining("'id' must be")]);
    const noExtent = await swath.send('PATCH', `/collections/${id}`, { json: { extent: null } });
    expect([noExtent.status, noExtent.json()['extent']]).toEqual([200, openExtent]);
    const { links: _links, ...rest } = patched.json();
    expect(rest).toEqual({ ...collectionJson(id), itemType: 'feature', license: 'CC-BY-4.0', links: undefined });
  });
});

describe('DELETE /collections/{id}', () => {
  test('204 with all its items, then 404; a new one of the name is empty', async () => {
    const id = await swath.collection();
    await swath.send('POST', `/collections/${id}/items`, { json: looseItem('one') });
    const gone = await remove(id);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await remove(id)).status).toBe(404);
    expect((await remove(id, { 'if-match': '*' })).status).toBe(404);
    await swath.collection(id);
    expect(await swath.item(id, 'one')).toBeNull();
  });

  test('412 for a stale tag, 400 for a parameter that was meant for its items', async () => {
    const id = await swath.collection();
    for (const query of ['filter=n%20=%201', 'ids=a', 'all=true']) {
      const answer = await swath.send('DELETE', `/collections/${id}?${query}`);
      expect([answer.status, answer.json()['message']]).toEqual([400, expect.stringContaining('is not a parameter')]);
    }
    expect((await remove(id, { 'if-match': '"stale"' })).status).toBe(412);
    expect(await stored(id)).toBe(true);
  });
});

describe('the audit', () => {
  type Entry = { action: string; actor: string; target_id: string; detail: object };

  test('says who created, replaced and deleted a collection, and nothing where nothing changed', async () => {
    const writer = await writerOf(swath, ['catalog:write']);
    const id = 'audited';
    const as = { token: writer.token };
    await swath.send('POST', '/collections', { ...as, json: collectionJson(id) });
    await swath.send('PUT', `/collections/${id}`, { ...as, json: collectionJson(id) });
    await swath.send('PUT', `/collections/${id}`, { key: writer.key, json: collectionJson(id, { title: 'New' }) });
    await swath.send('PATCH', `/collections/${id}`, { ...as, json: { title: 'Newer' } });
    await swath.send('PATCH', `/collections/${id}`, { ...as, json: {} });
    await swath.send('POST', `/collections/${id}/items`, { ...as, json: looseItem('one') });
    await swath.send('DELETE', `/collections/${id}/items?ids=one`, as);
    await swath.send('DELETE', `/collections/${id}/items?ids=one`, as);
    await swath.send('DELETE', `/collections/${id}`, as);
    const entries = (await swath.send('GET', `/admin/audit?target=${id}`)).json<{ data: Entry[] }>().data;
    expect(entries.map(({ action, actor }) => [action, actor]).toReversed()).toEqual(
      [
        'collection.create',
        'collection.replace',
        'collection.replace',
        'items.delete-matching',
        'collection.delete',
      ].map((action) => [action, writer.account.email]),
    );
    expect(entries[1]!.detail).toEqual({ deleted: 1, ids: 'one' });
  });
});
