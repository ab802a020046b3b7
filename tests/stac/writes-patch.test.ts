import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { startVariant } from '../support/start-variant.ts';
import { type Patching, mergeType, patchType, patchingAt } from './patch-fixture.ts';
import { type WriteService, itemPath, startWriteService } from './writes-fixture.ts';

let swath: WriteService;
let { home, makeItem, patch, stored } = {} as Patching;
beforeAll(async () => {
  swath = await startWriteService();
  ({ home, makeItem, patch, stored } = await patchingAt(swath));
});
afterAll(() => swath.stop());

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
    const deep = `${'{"a":'.repeat(301)}1${'}'.repeat(301)}`;
    for (const raw of ['', '{', '{"a":1,"a":2}', '{"__proto__":{"x":1}}', deep]) {
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
