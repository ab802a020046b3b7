import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { startVariant } from '../support/start-variant.ts';
import { type WriteService, featureCollection, looseItem, startWriteService } from './writes-fixture.ts';

let swath: WriteService;
beforeAll(async () => {
  swath = await startWriteService();
});
afterAll(() => swath.stop());

type Report = {
  readonly created: number;
  readonly replaced: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly items: readonly {
    index: number;
    id: string | null;
    status: string;
    etag?: string;
    code?: string;
    message?: string;
  }[];
};

const load = (collection: string, features: readonly unknown[], query = '', headers = {}) =>
  swath.send('POST', `/collections/${collection}/items${query}`, { json: featureCollection(features), headers });
const sendRaw = (collection: string, raw: string | Uint8Array, type = 'application/json') =>
  swath.send('POST', `/collections/${collection}/items`, { raw, headers: { 'content-type': type } });
const counts = ({ created, replaced, unchanged, failed }: Report) => [created, replaced, unchanged, failed];
const countOf = async (collection: string) => (await swath.service.catalog.statistics([collection], 'all'))[0]!.items;

describe('POST /collections/{id}/items with a FeatureCollection', () => {
  test('201 when every item is new: a report on each, in order, with the tag that If-Match takes', async () => {
    const home = await swath.collection();
    const answer = await load(
      home,
      ['a', 'b', 'c'].map((id) => looseItem(id)),
    );
    expect([answer.status, answer.headers.get('location')]).toEqual([201, null]);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const report = answer.json<Report>();
    expect(counts(report)).toEqual([3, 0, 0, 0]);
    expect(report.items.map(({ index, id, status }) => [index, id, status])).toEqual([
      [0, 'a', 'created'],
      [1, 'b', 'created'],
      [2, 'c', 'created'],
    ]);
    const headers = { 'if-match': report.items[1]!.etag! };
    const path = `/collections/${home}/items/b`;
    expect((await swath.send('PUT', path, { json: looseItem('b', { properties: { n: 1 } }), headers })).status).toBe(
      200,
    );
    expect((await swath.send('DELETE', path, { headers })).status).toBe(412);
  });

  test('207: the good items are stored, each of the others says why not', async () => {
    const home = await swath.collection();
    await load(home, [looseItem('there')]);
    const answer = await load(home, [
      looseItem('good'),
      looseItem('bad-time', { properties: { datetime: 'yesterday' } }),
      { type: 'Feature' },
      'no item',
      null,
      looseItem('good', { properties: { n: 2 } }),
      looseItem('elsewhere', { collection: 'elsewhere' }),
      looseItem('there'),
      looseItem('last'),
    ]);
    expect(answer.status).toBe(207);
    const report = answer.json<Report>();
    expect(counts(report)).toEqual([2, 0, 0, 7]);
    expect(report.items.map(({ id, status, code }) => [id, status, code])).toEqual([
      ['good', 'created', undefined],
      ['bad-time', 'failed', 'invalid_parameters'],
      [null, 'failed', 'invalid_parameters'],
      [null, 'failed', 'invalid_parameters'],
      [null, 'failed', 'invalid_parameters'],
      ['good', 'failed', 'conflict'],
      ['elsewhere', 'failed', 'invalid_parameters'],
      ['there', 'failed', 'conflict'],
      ['last', 'created', undefined],
    ]);
    expect(report.items[1]!.message).toContain("'properties.datetime'");
    expect(report.items[5]!.message).toBe("this 'id' came before in this load, at index 0");
    expect(report.items[7]!.message).toContain('exists');
    expect(report.items[1]).not.toHaveProperty('etag');
    expect(await countOf(home)).toBe(3);
  });

  test('200 with upsert=true where something existed; an id that came twice is told', async () => {
    const home = await swath.collection();
    await load(home, [looseItem('same'), looseItem('other', { properties: { n: 1 } })]);
    const twice = [looseItem('twice', { properties: { n: 1 } }), looseItem('twice', { properties: { n: 2 } })];
    const features = [looseItem('same'), looseItem('other', { properties: { n: 2 } }), ...twice];
    const answer = await load(home, features, '?upsert=true');
    expect(answer.status).toBe(200);
    const report = answer.json<Report>();
    expect(counts(report)).toEqual([1, 2, 1, 0]);
    expect(report.items.map(({ status }) => status)).toEqual(['unchanged', 'replaced', 'created', 'replaced']);
    expect(report.items[3]!.message).toBe("this 'id' came before in this load, at index 2");
    expect((await swath.item(home, 'twice'))?.text).toContain('"n":2');
  });

  test('If-None-Match: * creates only, also with upsert=true', async () => {
    const home = await swath.collection();
    await load(home, [looseItem('a')]);
    const answer = await load(home, [looseItem('a'), looseItem('b')], '?upsert=true', { 'if-none-match': '*' });
    expect([answer.status, ...counts(answer.json<Report>())]).toEqual([207, 1, 0, 0, 1]);
    expect(answer.json<Report>().items[0]).toMatchObject({ code: 'precondition_failed', message: 'it exists' });
  });

  test('200 with an empty report for an empty FeatureCollection', async () => {
    const home = await swath.collection();
    const answer = await load(home, []);
    expect([answer.status, answer.text]).toEqual([
      200,
      '{"created":0,"replaced":0,"unchanged":0,"failed":0,"items":[]}',
    ]);
  });

  test('404 as a whole where the collection does not exist, or goes while the load is under way', async () => {
    expect((await load('nowhere', [looseItem('a')])).status).toBe(404);
    const home = await swath.collection();
    const { catalog } = swath.service;
    const slow: typeof catalog.load = async (...load) => {
      await catalog.deleteCollection(home, null);
      return catalog.load(...load);
    };
    const variant = await startVariant(swath.service, { catalog: { ...catalog, load: slow } });
    for (const json of [featureCollection([looseItem('a')]), looseItem('a')]) {
      if ((await catalog.getCollection(home, 'all')) === null) await swath.collection(home);
      const answer = await call(variant.url, 'POST', `/collections/${home}/items`, { token: swath.token, json });
      expect(answer.status).toBe(404);
    }
    await variant.stop();
  });

  test('10,000 items in one load', async () => {
    const home = await swath.collection();
    const features = Array.from({ length: 10_000 }, (_, i) => looseItem(`item-${i}`, { geometry: null }));
    const answer = await load(home, features);
    expect([answer.status, ...counts(answer.json<Report>())]).toEqual([201, 10_000, 0, 0, 0]);
    expect(await countOf(home)).toBe(10_000);
    expect(answer.json<Report>().items.at(-1)).toMatchObject({ index: 9_999, id: 'item-9999' });
  });

  test('400 for more than 100,000 items, however small: the report would be larger than the body', async () => {
    const home = await swath.collection();
    const raw = `{"type":"FeatureCollection","features":[${'1,'.repeat(100_000)}1]}`;
    const answer = await sendRaw(home, raw);
    expect([answer.status, answer.json()['message']]).toEqual([
      400,
      "Bad Request: 'features' must have at most 100000 items",
    ]);
  });

  test('two loads at once: each id is created once, and told to the other', async () => {
    const home = await swath.collection();
    const features = Array.from({ length: 500 }, (_, i) => looseItem(`item-${i}`));
    const [one, two] = (await Promise.all([load(home, features), load(home, features.toReversed())])).map((answer) =>
      answer.json<Report>(),
    );
    expect(one!.created + two!.created).toBe(500);
    expect(one!.failed + two!.failed).toBe(500);
    expect(await countOf(home)).toBe(500);
  });

  test('an item that is deleted before it can be answered with is a conflict, not a fault', async () => {
    const home = await swath.collection();
    const { catalog } = swath.service;
    const hasty: typeof catalog.load = async (...given) => {
      const report = await catalog.load(...given);
      await catalog.deleteItem(home, 'a', null);
      return report;
    };
    const variant = await startVariant(swath.service, { catalog: { ...catalog, load: hasty } });
    const answer = await call(variant.url, 'POST', `/collections/${home}/items`, {
      token: swath.token,
      json: looseItem('a'),
    });
    expect([answer.status, answer.json()['code']]).toEqual([409, 'conflict']);
    await variant.stop();
  });
});

describe('bodies of a load', () => {
  test('its bytes reach the store as they came: nothing is parsed on the way', async () => {
    const home = await swath.collection();
    const { catalog } = swath.service;
    let seen = '';
    const spy: typeof catalog.load = (body, ...rest) => {
      // At once: a store may take the bytes away to another thread.
      seen = Buffer.from(body).toString();
      return catalog.load(body, ...rest);
    };
    const variant = await startVariant(swath.service, { catalog: { ...catalog, load: spy } });
    const raw = ` \n${JSON.stringify(looseItem('a'), null, 3)}\n`;
    const headers = { 'content-type': 'application/geo+json; charset=utf-8' };
    const answer = await call(variant.url, 'POST', `/collections/${home}/items`, { token: swath.token, raw, headers });
    expect(answer.status, `answered ${answer.text}`).toBe(201);
    expect(seen).toBe(raw);
    await variant.stop();
  });

  test.each([
    ['nothing', ''],
    ['blanks', ' \n '],
    ['no JSON', 'hello'],
    ['half JSON', '{"type":"Feature"'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ['a member twice', '{"type":"FeatureCollection","type":"Feature","features":[]}'],
    ['a member twice in an item', '{"type":"FeatureCollection","features":[{"id":"a","id":"b"}]}'],
    ['a prototype member', '{"type":"FeatureCollection","features":[{"__proto__":{"id":"a"}}]}'],
    ['an escaped prototype member', String.raw`{"type":"Feature","properties":{"\u005f_proto__":1}}`],
    ['nesting without end', `{"type":"Feature","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('400 unparsable_body: %s', async (_, raw) => {
    const home = await swath.collection();
    const answer = await sendRaw(home, raw);
    expect([answer.status, answer.json()['code']]).toEqual([400, 'unparsable_body']);
  });

  test.each([
    ['a list', '[]', "'body' must be an Item or a FeatureCollection"],
    ['a text', '"x"', "'body' must be an Item or a FeatureCollection"],
    ['no features', '{"type":"FeatureCollection"}', "'features' must be an array"],
    ['features that are no list', '{"type":"FeatureCollection","features":{}}', "'features' must be an array"],
    [
      'features in another system',
      '{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:3857"}},"features":[{"a":1}]}',
      "'crs' says the system EPSG:3857",
    ],
    ['an object of nothing', '{}', "'type' must be 'Feature'"],
  ])('400 invalid_parameters: %s', async (_, raw, message) => {
    const home = await swath.collection();
    const answer = await sendRaw(home, raw);
    expect([answer.status, answer.json()['message']]).toEqual([400, expect.stringContaining(message)]);
  });

  test('415 for another content type, and for a compressed body', async () => {
    const home = await swath.collection();
    const raw = JSON.stringify(looseItem('a'));
    for (const type of ['text/plain', 'application/x-ndjson', 'application/jsonx', 'application/merge-patch+json', 'x'])
      expect((await sendRaw(home, raw, type)).status, `with ${type}`).toBe(415);
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect((await swath.send('POST', `/collections/${home}/items`, { raw, headers })).status).toBe(415);
    expect((await sendRaw(home, raw, 'Application/GEO+JSON')).status).toBe(201);
  });
});
