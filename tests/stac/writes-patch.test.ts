import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { startVariant } from '../support/start-variant.ts';
import { type WriteService, itemPath, looseItem, startWriteService } from './writes-fixture.ts';

let swath: WriteService;
let home: string;
let made = 0;
beforeAll(async () => {
  swath = await startWriteService();
  home = await swath.collection();
});
afterAll(() => swath.stop());

const mergeType = 'application/merge-patch+json';
const patchType = 'application/json-patch+json';

/** A new item in the home collection; its id and its tag. */
async function makeItem(parts: Parameters<typeof looseItem>[1] = {}) {
  const id = `item-${++made}`;
  const answer = await swath.send('POST', `/collections/${home}/items`, { json: looseItem(id, parts) });
  if (answer.status !== 201) throw new Error(answer.text);
  return { id, etag: answer.headers.get('etag')! };
}

const patch = (id: string, body: unknown, type = mergeType, headers = {}) =>
  swath.send('PATCH', itemPath(home, id), {
    raw: JSON.stringify(body),
    headers: { 'content-type': type, ...headers },
  });
const apply = (id: string, ...operations: readonly object[]) => patch(id, operations, patchType);
const stored = async (id: string) => (await swath.item(home, id))!.json;

describe('PATCH by merge (RFC 7396)', () => {
  test.each([mergeType, 'application/json', 'application/json; charset=utf-8', 'APPLICATION/MERGE-PATCH+JSON'])(
    '200 with %s: members are added, replaced, merged, and taken away by null',
    async (type) => {
      const { id, etag } = await makeItem({ properties: { keep: 1, drop: 2, deep: { a: 1, b: [1, 2] } } });
      const change = { properties: { drop: null, deep: { b: [3], c: { d: null, e: 1 } }, absent: null }, extra: 'x' };
      const answer = await patch(id, change, type);
      expect(answer.status, `answered ${answer.text}`).toBe(200);
      expect(answer.headers.get('content-type')).toContain('application/geo+json');
      expect(answer.headers.get('etag')).not.toBe(etag);
      expect(await stored(id)).toMatchObject({ id, collection: home, extra: 'x' });
      expect((await stored(id))['properties']).toEqual({
        datetime: '2020-06-15T12:00:00Z',
        keep: 1,
        deep: { a: 1, b: [3], c: { e: 1 } },
      });
    },
  );

  test('200 and nothing changes, not even the tag, for a patch that says nothing new', async () => {
    const { id, etag } = await makeItem();
    for (const body of [{}, { id }, { properties: { datetime: '2020-06-15T12:00:00Z' } }]) {
      const answer = await patch(id, body);
      expect([answer.status, answer.headers.get('etag')]).toEqual([200, etag]);
    }
  });

  test('400 when the id, the collection or the type would change, or the result is no item', async () => {
    const { id } = await makeItem();
    const before = await stored(id);
    const cases: [unknown, string][] = [
      [{ id: 'other' }, "'id' must be the id in the path"],
      [{ id: null }, "'id' is a required property"],
      [{ collection: 'other' }, "'collection' must be"],
      [{ type: 'Collection' }, "'type' must be 'Feature'"],
      [{ properties: null }, "'properties' is a required property"],
      [{ properties: { datetime: '2020' } }, "'properties.datetime'"],
      [{ geometry: { type: 'Nonsense' } }, "'geometry"],
      [[{ op: 'remove', path: '/assets' }], "'body' must be an object"],
      ['text', "'body' must be an object"],
      [null, "'body' must be an object"],
    ];
    for (const [body, message] of cases) {
      const answer = await patch(id, body);
      expect([answer.status, answer.json()['code']], `answered ${answer.text}`).toEqual([400, 'invalid_parameters']);
      expect(answer.json()['message']).toContain(message);
    }
    expect(await stored(id)).toEqual(before);
  });

  test('links of others can be changed, those of the service never get in', async () => {
    const { id } = await makeItem({ links: [{ rel: 'license', href: 'https://a.example/' }] });
    const { links } = (await patch(id, {})).json<{ links: object[] }>();
    await patch(id, { links: [...links, { rel: 'via', href: 'https://b.example/' }] });
    expect((await stored(id))['links']).toEqual([
      { rel: 'license', href: 'https://a.example/' },
      { rel: 'via', href: 'https://b.example/' },
    ]);
  });
});

describe('PATCH by JSON Patch (RFC 6902)', () => {
  test('200: all six operations, in order', async () => {
    const { id } = await makeItem({ properties: { a: 1, list: [1, 2, 3], 'with/slash': 1, 'with~tilde': 2 } });
    const answer = await apply(
      id,
      { op: 'test', path: '/properties/list', value: [1, 2, 3] },
      { op: 'add', path: '/properties/list/1', value: 1.5 },
      { op: 'add', path: '/properties/list/-', value: { end: true } },
      { op: 'remove', path: '/properties/list/0' },
      { op: 'replace', path: '/properties/a', value: null },
      { op: 'move', from: '/properties/with~1slash', path: '/properties/moved' },
      { op: 'copy', from: '/properties/list', path: '/properties/twin' },
      { op: 'add', path: '/properties/twin/0', value: 'first' },
      { op: 'remove', path: '/properties/with~0tilde' },
      { op: 'test', path: '/properties/list', value: [1.5, 2, 3, { end: true }] },
    );
    expect(answer.status, `answered ${answer.text}`).toBe(200);
    expect((await stored(id))['properties']).toEqual({
      datetime: '2020-06-15T12:00:00Z',
      a: null,
      moved: 1,
      list: [1.5, 2, 3, { end: true }],
      twin: ['first', 1.5, 2, 3, { end: true }],
    });
  });

  test('200: what a merge cannot say, a member that is null', async () => {
    const { id } = await makeItem();
    const answer = await apply(
      id,
      { op: 'replace', path: '/geometry', value: null },
      { op: 'replace', path: '/properties/datetime', value: null },
    );
    expect(answer.status, `answered ${answer.text}`).toBe(200);
    expect(await stored(id)).toMatchObject({ geometry: null, properties: { datetime: null } });
  });

  test('200: the whole document can be replaced by another of the same id, and no operation is fine', async () => {
    const { id } = await makeItem();
    expect((await apply(id, { op: 'replace', path: '', value: looseItem(id, { whole: true }) })).status).toBe(200);
    expect(await stored(id)).toMatchObject({ id, whole: true });
    expect((await apply(id)).status).toBe(200);
  });

  test('400 with the index and the member of the operation that is wrong; nothing is changed', async () => {
    const { id } = await makeItem({ properties: { list: [1, 2], text: 'x' } });
    const before = await stored(id);
    const good = { op: 'add', path: '/properties/changed', value: true };
    const cases: [unknown, string][] = [
      ['text', "'patch[1]' must be an object"],
      [{ op: 'increment', path: '/properties/n' }, "'patch[1].op' must be one of"],
      [{ op: 'add', path: '/properties/n' }, "'patch[1].value' is a required property"],
      [{ op: 'add', value: 1 }, "'patch[1].path' must be a JSON Pointer"],
      [{ op: 'add', path: 'properties/n', value: 1 }, "'patch[1].path' must be a JSON Pointer"],
      [{ op: 'add', path: '/properties/a~2', value: 1 }, "'patch[1].path' must be a JSON Pointer"],
      [{ op: 'copy', path: '/properties/n' }, "'patch[1].from' must be a JSON Pointer"],
      [{ op: 'remove', path: '/properties/absent' }, "'patch[1].path' leads nowhere"],
      [{ op: 'replace', path: '/properties/absent', value: 1 }, "'patch[1].path' leads nowhere"],
      [{ op: 'remove', path: '/properties/toString' }, "'patch[1].path' leads nowhere"],
      [{ op: 'add', path: '/properties/list/3', value: 1 }, "'patch[1].path' leads nowhere"],
      [{ op: 'add', path: '/properties/list/-1', value: 1 }, "'patch[1].path' leads nowhere"],
      [{ op: 'add', path: '/properties/list/01', value: 1 }, "'patch[1].path' leads nowhere"],
      [{ op: 'add', path: '/properties/list/1e0', value: 1 }, "'patch[1].path' leads nowhere"],
      [{ op: 'add', path: '/properties/list/length', value: 0 }, "'patch[1].path' leads nowhere"],
      [{ op: 'replace', path: '/properties/list/-', value: 1 }, "'patch[1].path' leads nowhere"],
      [{ op: 'remove', path: '/properties/list/2' }, "'patch[1].path' leads nowhere"],
      [{ op: 'add', path: '/properties/text/0', value: 1 }, "'patch[1].path' leads nowhere"],
      [{ op: 'add', path: '/properties/absent/deeper', value: 1 }, "'patch[1].path' leads nowhere"],
      [{ op: 'copy', from: '/nowhere', path: '/properties/n' }, "'patch[1].from' leads nowhere"],
      [{ op: 'move', from: '/properties', path: '/properties/inside' }, "'patch[1].path' must not lie within"],
      [{ op: 'remove', path: '' }, "'patch[1].path' must not be the whole document"],
      [{ op: 'add', path: '/__proto__/polluted', value: 1 }, "'patch[1].path' names a member"],
      [{ op: 'add', path: '/properties/constructor', value: 1 }, "'patch[1].path' names a member"],
      [{ op: 'replace', path: '', value: 'text' }, "'item' must be an object"],
      [{ op: 'replace', path: '/id', value: 'other' }, "'id' must be the id in the path"],
      [{ op: 'add', path: '/links/9', value: { rel: 'a', href: 'b' } }, "'patch[1].path' leads nowhere"],
    ];
    for (const [operation, message] of cases) {
      const answer = await patch(id, [good, operation], patchType);
      expect([answer.status, answer.json()['code']], `${JSON.stringify(operation)} ${answer.text}`).toEqual([
        400,
        'invalid_parameters',
      ]);
      expect(answer.json()['message']).toContain(message);
    }
    expect((await patch(id, { op: 'add' }, patchType)).json()['message']).toContain("'patch' must be an array");
    expect(await stored(id)).toEqual(before);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('409 conflict when a test does not hold: what is stored is not what the caller took it for', async () => {
    const { id } = await makeItem({ properties: { n: 1, o: { a: 1, b: [1] } } });
    for (const value of [2, '1', null, [1], {}]) {
      const answer = await apply(id, { op: 'test', path: '/properties/n', value });
      expect([answer.status, answer.json()['code']]).toEqual([409, 'conflict']);
      expect(answer.json()['message']).toContain("'patch[0]'");
    }
    expect((await apply(id, { op: 'test', path: '/properties/absent', value: null })).status).toBe(409);
    expect((await apply(id, { op: 'test', path: '/properties/o', value: { b: [1], a: 1.0 } })).status).toBe(200);
  });

  test('400 for more than 1,000 operations, for copies of copies, for nesting without end', async () => {
    const { id } = await makeItem({ properties: { seed: 'x'.repeat(1_000), a: {} } });
    const before = await stored(id);
    const many = Array.from({ length: 1_001 }, () => ({ op: 'test', path: '/id', value: id }));
    expect((await patch(id, many, patchType)).json()['message']).toContain('at most 1000 operations');
    expect((await patch(id, many.slice(1), patchType)).status).toBe(200);
    const doubling = Array.from({ length: 60 }, (_, i) => ({
      op: 'copy',
      from: '/properties',
      path: `/properties/n${i}`,
    }));
    expect((await patch(id, doubling, patchType)).json()['message']).toMatch(/'patch\[\d+\]' copies or moves too much/);
    const deepening = Array.from({ length: 300 }, (_, i) => [
      { op: 'add', path: '/properties/b', value: {} },
      { op: 'move', from: '/properties/a', path: `/properties/b/${i}` },
      { op: 'move', from: '/properties/b', path: '/properties/a' },
    ]).flat();
    expect((await patch(id, deepening, patchType)).json()['message']).toMatch(/'patch\[\d+\]\.path' nests too deeply/);
    const far = `/properties${'/a'.repeat(200)}`;
    expect((await apply(id, { op: 'add', path: far, value: 1 })).json()['message']).toContain('members deep');
    expect(await stored(id)).toEqual(before);
  });
});

describe('PATCH: everything else', () => {
  test('415 with Accept-Patch for another content type', async () => {
    const { id } = await makeItem();
    for (const type of ['text/plain', 'application/xml', 'application/geo+json', 'application/vnd.other+json']) {
      const answer = await patch(id, {}, type);
      expect([answer.status, answer.json()['type']], `with ${type}`).toEqual([415, 'http_error']);
    }
    const answer = await patch(id, {}, 'application/geo+json');
    expect(answer.headers.get('accept-patch')).toContain(patchType);
  });

  test('400 unparsable_body for bodies that are not JSON, have a member twice, or reach for a prototype', async () => {
    const { id } = await makeItem();
    const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`;
    for (const raw of ['', '{', '{"a":1,"a":2}', '{"__proto__":{"x":1}}', '{"properties":{"constructor":1}}', deep]) {
      const answer = await swath.send('PATCH', itemPath(home, id), { raw, headers: { 'content-type': mergeType } });
      expect([answer.status, answer.json()['code']], `with ${raw.slice(0, 40)}`).toEqual([400, 'unparsable_body']);
    }
  });

  test('404 for an item or a collection that does not exist', async () => {
    expect((await patch('absent', {})).status).toBe(404);
    expect((await swath.send('PATCH', itemPath('nowhere', 'x'), { json: {} })).status).toBe(404);
    expect((await swath.send('PATCH', '/collections/nowhere', { json: {} })).status).toBe(404);
  });

  test('If-Match: 412 for a stale tag, 200 for the right one or *', async () => {
    const { id, etag } = await makeItem();
    const first = await patch(id, { properties: { n: 1 } }, mergeType, { 'if-match': etag });
    expect(first.status).toBe(200);
    const stale = await patch(id, { properties: { n: 2 } }, mergeType, { 'if-match': etag });
    expect([stale.status, stale.json()['code']]).toEqual([412, 'precondition_failed']);
    expect((await patch(id, { properties: { n: 3 } }, mergeType, { 'if-match': '*' })).status).toBe(200);
    expect((await patch(id, {}, mergeType, { 'if-none-match': '*' })).status).toBe(400);
    expect((await stored(id))['properties']!['n']).toBe(3);
  });

  test('20 clients change one item at once, five times each: nothing is lost', async () => {
    const { catalog } = swath.service;
    // Slow enough that all read before one of them writes.
    const slow: typeof catalog.getItem = async (...key) => {
      const item = await catalog.getItem(...key);
      await setTimeout(2);
      return item;
    };
    let refused = 0;
    const putItems: typeof catalog.putItems = async (...writes) => {
      const reports = await catalog.putItems(...writes);
      refused += reports.filter(({ outcome }) => outcome === 'precondition_failed').length;
      return reports;
    };
    const variant = await startVariant(swath.service, { catalog: { ...catalog, getItem: slow, putItems } });
    const { id } = await makeItem();
    const clients = Array.from({ length: 20 }, (_, client) => async () => {
      for (let round = 0; round < 5; round++) {
        const [member, path] = [`c${client}_${round}`, `/properties/c${client}_${round}`];
        const body = round % 2 ? { properties: { [member]: round } } : [{ op: 'add', path, value: round }];
        const answer = await call(variant.url, 'PATCH', itemPath(home, id), {
          token: swath.token,
          raw: JSON.stringify(body),
          headers: { 'content-type': round % 2 ? mergeType : patchType },
        });
        expect(answer.status, `answered ${answer.text}`).toBe(200);
        expect(answer.json<{ properties: object }>().properties).toMatchObject({ [member]: round });
      }
    });
    await Promise.all(clients.map((client) => client()));
    await variant.stop();
    expect(Object.keys((await stored(id))['properties']!)).toHaveLength(1 + 20 * 5);
    expect(refused).toBeGreaterThan(20);
  });

  test('20 clients with the same If-Match: one wins, the others get 412', async () => {
    const { id, etag } = await makeItem();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => patch(id, { properties: { n } }, mergeType, { 'if-match': etag })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(19);
  });
});
