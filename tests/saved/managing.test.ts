import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCollection } from '../catalog/contract/fixtures.ts';
import { createKey } from '../support/accounts.ts';
import { assert, forbidden, invalidParameters, notFound } from '../support/assert.ts';
import { type Caller, type Json, type SavedRecord, type SavedService, startSavedService } from './support-saved.ts';

let swath: SavedService;
let ada: Caller;

beforeAll(async () => {
  swath = await startSavedService({ SWATH_SAVED_SEARCHES: '40', SWATH_SAVED_SEARCH_INTERVAL: '7' });
  ada = await swath.caller();
});
afterAll(() => swath.stop());

const post = (json: unknown, token = ada.token) => swath.ask('POST', '/saved-searches', { token, json });
const orderAction = (change: Json = {}, budget: unknown = { cost: 10 }) => ({
  order: { bucket: 'managed', ...change },
  budget,
});

describe('POST /saved-searches', () => {
  test('201 with the search, its address, and what it was not told', async () => {
    const answer = await post({
      name: 'Lisbon',
      search: { bbox: [170, -10, -170, 10], datetime: '2026-01-01T00:00:00Z/..' },
      notify: { email: ['a@example.com', 'b@example.com'], webhook: 'https://you.example/hook?key=QUERY-CANARY' },
      action: orderAction({
        output_config: { bucket: 'my-bucket', access_key_id: 'x', secret_access_key: 'SECRET-CANARY' },
        bucket: undefined,
      }),
      expires: '2999-01-01T00:00:00Z',
    });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    const record = answer.json<SavedRecord>();
    expect(answer.headers.get('location')).toBe(`${swath.service.config.baseUrl}/saved-searches/${record.id}`);
    expect(record).toMatchObject({
      name: 'Lisbon',
      search: { bbox: [170, -10, -170, 10] },
      notify: { email: ['a@example.com', 'b@example.com'], webhook: ['https://you.example/hook'] },
      action: { budget: { cost: 10, area_sqkm: null, period: 'total' } },
      interval_minutes: 15,
      paused: false,
      expires: '2999-01-01T00:00:00.000Z',
    });
    expect(answer.text).not.toContain('CANARY');
    const read = await swath.read<SavedRecord>('GET', `/saved-searches/${record.id}`, { token: ada.token });
    expect(read).toEqual(record);
  });

  test.each<readonly [why: string, body: unknown, says: string]>([
    ['no body', undefined, 'search'],
    ['a list', [], 'body'],
    ['no name', { search: {} }, 'name'],
    ['an empty name', { name: ' ', search: {} }, 'name'],
    ['a long name', { name: 'x'.repeat(201), search: {} }, 'name'],
    ['no search', { name: 'x' }, 'search'],
    ['a search that is none', { name: 'x', search: [] }, 'search'],
    ['a stranger', { name: 'x', search: {}, webhook: 'https://x.example' }, 'webhook'],
    ['pages', { name: 'x', search: { limit: 10 } }, 'search.limit'],
    ['an order of items', { name: 'x', search: { sortby: '-datetime' } }, 'search.sortby'],
    ['fields', { name: 'x', search: { fields: { include: ['id'] } } }, 'search.fields'],
    ['a member that no search has', { name: 'x', search: { cloud: 3 } }, 'cloud'],
    ['a filter that does not parse', { name: 'x', search: { filter: 'a <', 'filter-lang': 'cql2-text' } }, 'filter'],
    ['a bad time', { name: 'x', search: { datetime: 'soon' } }, 'datetime'],
    ['a collection that is not there', { name: 'x', search: { collections: ['nowhere'] } }, 'nowhere'],
    ['too large a search', { name: 'x', search: { ids: ['x'.repeat(140_000)] } }, 'search'],
    ['a bad address', { name: 'x', search: {}, notify: { email: 'nobody' } }, 'notify.email'],
    ['a list of bad things', { name: 'x', search: {}, notify: { email: [1] } }, 'notify.email'],
    ['a bad webhook', { name: 'x', search: {}, notify: { webhook: 'ftp://x.example' } }, 'notify.webhook'],
    ['too many', { name: 'x', search: {}, notify: { email: Array.from({ length: 21 }, (_, n) => `a${n}@b.c`) } }, '20'],
    ['a stranger to tell', { name: 'x', search: {}, notify: { sms: '1' } }, 'notify.sms'],
    ['an interval of nothing', { name: 'x', search: {}, interval_minutes: 0 }, 'interval_minutes'],
    [
      'an interval too short for others',
      { name: 'x', search: {}, notify: { email: 'a@b.example' }, interval_minutes: 14 },
      'interval_minutes',
    ],
    ['a pause that is none', { name: 'x', search: {}, paused: 'yes' }, 'paused'],
    ['an end in the past', { name: 'x', search: {}, expires: '2020-01-01' }, 'expires'],
    ['an end that is none', { name: 'x', search: {}, expires: 'never' }, 'expires'],
    ['no action', { name: 'x', search: {}, action: {} }, 'action'],
    ['two actions', { name: 'x', search: {}, action: { select: {}, ...orderAction() } }, 'action'],
    ['an order without a budget', { name: 'x', search: {}, action: { order: { bucket: 'managed' } } }, 'action.budget'],
    ['a budget of nothing', { name: 'x', search: {}, action: orderAction({}, {}) }, 'action.budget'],
    ['a budget below nothing', { name: 'x', search: {}, action: orderAction({}, { cost: -1 }) }, 'action.budget.cost'],
    [
      'a period that is none',
      { name: 'x', search: {}, action: orderAction({}, { cost: 1, period: 'hour' }) },
      'period',
    ],
    ['a budget of a select', { name: 'x', search: {}, action: { select: {}, budget: { cost: 1 } } }, 'action.budget'],
    [
      'acquisitions',
      { name: 'x', search: {}, action: orderAction({ acquisitions: ['1'] }) },
      'action.order.acquisitions',
    ],
    ['a select to order', { name: 'x', search: {}, action: orderAction({ selectId: '1' }) }, 'action.order.select_id'],
    ['a stranger to order', { name: 'x', search: {}, action: orderAction({ colour: 'red' }) }, 'action.order.colour'],
    ['ids to select', { name: 'x', search: {}, action: { select: { ids: ['1'] } } }, 'action.select.ids'],
    ['a depth that is none', { name: 'x', search: {}, action: { select: { stack_depth: 0 } } }, 'stack_depth'],
  ])('400: %s', async (_, body, says) => {
    const answer = await post(body);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(says)]);
  });

  test('4xx: an order that could never be placed', async () => {
    for (const order of [
      { bucket: 'x', settings: { clip_to_aoi: true } },
      { bucket: 'x', notifications: [{ type: 'email', address: 'nobody' }] },
      {},
    ]) {
      const answer = await post({ name: 'x', search: {}, action: { order, budget: { cost: 1 } } });
      expect([answer.status, answer.text]).toEqual([expect.toSatisfy((s: number) => s >= 400 && s < 500), answer.text]);
    }
    const line = {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 1],
      ],
    };
    const ofLine = await post({ name: 'x', search: { intersects: line }, action: orderAction() });
    expect([ofLine.status, ofLine.text]).toEqual([400, expect.stringContaining('area')]);
    const wrong = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 1],
          [0, 1],
          [1, 0],
          [0, 0],
        ],
      ],
    };
    expect((await post({ name: 'x', search: { intersects: wrong } })).status).toBe(400);
  });

  test('403 without the permission of what it does, also for a key', async () => {
    const searcher = await swath.caller({ permissions: ['search'] });
    assert.refusal(await post({ name: 'x', search: {}, action: orderAction() }, searcher.token), forbidden);
    assert.refusal(await post({ name: 'x', search: {}, action: { select: {} } }, searcher.token), forbidden);
    expect((await post({ name: 'x', search: {} }, searcher.token)).status).toBe(201);
    const { api_key: key } = await createKey(swath.url, ada.token, { permissions: ['search'] });
    const json = { name: 'x', search: {}, action: orderAction() };
    assert.refusal(await swath.ask('POST', '/saved-searches', { key, json }), forbidden);
    const nobody = await swath.caller({ permissions: ['usage'] });
    assert.refusal(await post({ name: 'x', search: {} }, nobody.token), forbidden);
  });

  test('409 beyond as many as an account may keep', async () => {
    const bob = await swath.caller();
    const answers = await Promise.all(Array.from({ length: 45 }, () => post({ name: 'x', search: {} }, bob.token)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(40);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  });
});

const large = (bytes: number) => ({ name: 'x', search: { ids: ['x'.repeat(bytes)] } });

test('POST and PATCH: 409 beyond what all searches of an account may have together', async () => {
  const bob = await swath.caller();
  for (let n = 0; n < 8; n += 1) expect((await post(large(120_000), bob.token)).status).toBe(201);
  const beyond = await post(large(120_000), bob.token);
  expect([beyond.status, beyond.text]).toEqual([409, expect.stringContaining('1048576 bytes')]);
  const { id } = (await post(large(10), bob.token)).json<SavedRecord>();
  expect((await patch(id, large(120_000), bob.token)).status).toBe(409);
  expect((await patch(id, { name: 'y' }, bob.token)).status).toBe(200);
  expect((await post(large(120_000))).status).toBe(201);
});

test('the audit tells who saved, changed and deleted a search, and no secret of it', async () => {
  const bob = await swath.caller();
  const notify = { webhook: 'https://you.example/hook?key=QUERY-CANARY', email: 'mail-canary@example.com' };
  const { id } = await swath.save(bob, { notify, action: orderAction() });
  const { api_key: key } = await createKey(swath.url, bob.token);
  await swath.read('PATCH', `/saved-searches/${id}`, { key, json: { paused: true } });
  await swath.read('DELETE', `/saved-searches/${id}`, { token: bob.token }, 204);
  await swath.ask('DELETE', `/saved-searches/${id}`, { token: bob.token });
  const audit = await swath.read<{ data: { action: string; actor: unknown }[] }>('GET', `/admin/audit?target=${id}`, {
    token: swath.adminToken,
  });
  const deeds = ['saved-search.delete', 'saved-search.change', 'saved-search.create'];
  expect(audit.data.map(({ action }) => action)).toEqual(deeds);
  expect(JSON.stringify(audit.data[0])).toContain(bob.email);
  expect(JSON.stringify(audit).toLowerCase()).not.toContain('canary');
});

describe('GET /saved-searches', () => {
  test('200: the account’s own, newest first, in pages; others see none of it', async () => {
    const [bob, eve] = [await swath.caller(), await swath.caller()];
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.unshift((await swath.save(bob, { name: `n${n}` })).id);
    type Page = { data: SavedRecord[]; has_more: boolean; next?: string };
    const first = await swath.read<Page>('GET', '/saved-searches?limit=2', { token: bob.token });
    const rest = await swath.read<Page>('GET', `/saved-searches?limit=2&after=${first.next}`, { token: bob.token });
    expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(ids);
    expect([first.has_more, rest.has_more]).toEqual([true, false]);
    expect((await swath.read<Page>('GET', '/saved-searches', { token: eve.token })).data).toEqual([]);
    assert.refusal(await swath.ask('GET', '/saved-searches?limit=0', { token: bob.token }), invalidParameters);
    for (const [method, tail] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/matches'],
      ['POST', '/test'],
    ] as const)
      assert.refusal(
        await swath.ask(method, `/saved-searches/${ids[0]}${tail}`, {
          token: eve.token,
          ...(method === 'GET' || method === 'DELETE' ? {} : { json: {} }),
        }),
        notFound,
      );
  });
});

const patch = (id: string, json: unknown, token = ada.token) =>
  swath.ask('PATCH', `/saved-searches/${id}`, { token, json });

describe('PATCH /saved-searches/{id}', () => {
  test('200: members that are given change, null takes one away, the others stay', async () => {
    const { id } = await swath.save(ada, {
      notify: { email: true },
      expires: '2999-01-01',
      interval_minutes: 30,
      action: { select: { stack_depth: 2 } },
    });
    expect((await patch(id, { paused: true })).json()).toMatchObject({ paused: true, interval_minutes: 30 });
    const changed = await patch(id, { name: 'New', notify: { webhook: ['https://x.example/'] }, expires: null });
    expect(changed.json()).toMatchObject({
      name: 'New',
      notify: { email: false, webhook: ['https://x.example/'] },
      expires: null,
      paused: true,
      action: { select: { stack_depth: 2 } },
    });
    const bare = await patch(id, { action: null, notify: null, interval_minutes: null });
    expect(bare.json()).toMatchObject({ action: null, notify: { email: false, webhook: [] }, interval_minutes: 7 });
  });

  test('webhooks that come back as they are shown keep their queries; others are taken as they are', async () => {
    const guarded = ['https://you.example/hook?key=1', 'https://you.example/hook?key=2'];
    const { id } = await swath.save(ada, { notify: { webhook: [...guarded, 'https://gone.example/?key=3'] } });
    const webhook = ['https://you.example/hook', 'https://new.example/'];
    await patch(id, { notify: { email: true, webhook } });
    const stored = await swath.service.savedSearches.byId(ada.id, id);
    expect(stored!.notify).toEqual({
      isAccountTold: true,
      emails: [],
      webhooks: [...guarded, 'https://new.example/'],
    });
    const shown = await swath.read<SavedRecord>('GET', `/saved-searches/${id}`, { token: ada.token });
    expect(JSON.stringify(shown)).not.toContain('key=');
  });

  test('400: what POST would refuse, also what no longer suits its action', async () => {
    const { id } = await swath.save(ada, { search: { bbox: [0, 0, 1, 1] }, action: orderAction() });
    for (const [json, says] of [
      [{ search: { limit: 1 } }, 'search.limit'],
      [{ search: null }, 'search'],
      [{ name: null }, 'name'],
      [{ id: 'x' }, 'id'],
      [{ search: { intersects: { type: 'Point', coordinates: [0, 0] } } }, 'area'],
      [[], 'body'],
    ] as const)
      expect([says, (await patch(id, json)).status]).toEqual([says, 400]);
  });

  test('changes made at once are all made', async () => {
    const { id } = await swath.save(ada);
    const answers = await Promise.all([
      patch(id, { name: 'Both' }),
      patch(id, { paused: true }),
      patch(id, { interval_minutes: 9 }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const record = await swath.read<SavedRecord>('GET', `/saved-searches/${id}`, { token: ada.token });
    expect(record).toMatchObject({ name: 'Both', paused: true, interval_minutes: 9 });
  });

  test('200 although its collection is gone: it can be paused, renamed and told elsewhere; 400 for another search of it', async () => {
    await swath.service.catalog.putCollection(makeCollection('passing'), 'upsert', null);
    const { id } = await swath.save(ada, { search: { collections: ['passing'] } });
    await swath.read('DELETE', '/collections/passing', { token: swath.adminToken }, 204);
    for (const json of [{ paused: true }, { name: 'Gone' }, { notify: { email: true } }, { paused: false }])
      expect((await patch(id, json)).status).toBe(200);
    assert.refusal(await patch(id, { search: { collections: ['passing'] } }), invalidParameters);
  });

  test('200: whoever may no longer order can still pause what orders', async () => {
    const bob = await swath.caller();
    const { id } = await swath.save(bob, { action: orderAction() });
    await swath.changeAccount(bob, { permissions: ['search'] });
    expect((await patch(id, { paused: true }, bob.token)).status).toBe(200);
    assert.refusal(await patch(id, { paused: false }, bob.token), forbidden);
  });

  test('403: a key that may not order cannot turn to a search that does', async () => {
    const { id } = await swath.save(ada, { action: orderAction(), paused: true });
    const { api_key: key } = await createKey(swath.url, ada.token, { permissions: ['search'] });
    const answer = await swath.ask('PATCH', `/saved-searches/${id}`, { key, json: { paused: false } });
    assert.refusal(answer, forbidden);
  });
});

test('DELETE /saved-searches/{id}: 204, then 404', async () => {
  const { id } = await swath.save(ada);
  await swath.read('DELETE', `/saved-searches/${id}`, { token: ada.token }, 204);
  assert.refusal(await swath.ask('DELETE', `/saved-searches/${id}`, { token: ada.token }), notFound);
  assert.refusal(await swath.ask('GET', `/saved-searches/${id}`, { token: ada.token }), notFound);
});
