import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../support/accounts.ts';
import { assert, forbidden, invalidParameters, unauthorized } from '../../support/assert.ts';
import { call } from '../../support/call.ts';
import {
  type SelectRecord,
  type SelectService,
  bbox,
  startSelectService,
  strangerTo,
  timeless,
} from './support-select.ts';

let swath: SelectService;
let made: SelectRecord;

beforeAll(async () => {
  swath = await startSelectService();
  made = await swath.select({ bbox, name: 'first' });
});
afterEach(() => swath.surveyBy());
afterAll(() => swath.stop());

const notFound = (id: string) => ({
  status: 400,
  code: null,
  type: 'invalid_request_error',
  message: `Bad Request: Select ID ${id} not found`,
});
const unknownId = '5725301122138062875';

const paths = (id: string) => [
  `/select/${id}`,
  `/select/${id}/`,
  `/select/request/${id}`,
  `/select/request/${id}/`,
  `/select?id=${id}`,
  `/select/?id=${id}`,
  `/select?select_id=${id}`,
  `/select?selectId=${id}`,
  `/select?selectID=${id}`,
  `/select?SELECT-ID=${id}`,
  `/select?Select.Id=${id}&bbox=1,2,3,4`,
  `/select?ID=${id}&select_id=${id}`,
  `/api/v1/select/${id}`,
  `/api/v1/select/request/${id}`,
  `/api/v1/select?id=${id}`,
];

describe('GET /select', () => {
  test.each(paths('{id}'))('200 with the record of POST by %s, with token and with key', async (path) => {
    const at = path.replaceAll('{id}', made.id);
    for (const credential of [{ token: swath.token }, { key: swath.key }]) {
      const answer = await swath.ask('GET', at, credential);
      expect([answer.status, timeless(answer.json<SelectRecord>())]).toEqual([200, timeless(made)]);
    }
  });

  test.each(paths('{id}').slice(0, -3))('400 for an unknown id by %s', async (path) => {
    assert.refusal(await swath.ask('GET', path.replaceAll('{id}', unknownId)), notFound(unknownId));
  });

  test.each(['1', 'abc', '99999999999999999999', '0725301122138062875', "1' OR '1'='1", '5725301122138062875 ', '😀'])(
    '400 for an id that none can have: %s',
    async (id) => {
      const shown = notFound(id);
      for (const path of ['/select?id=', '/select/', '/select/request/'])
        assert.refusal(await swath.ask('GET', `${path}${encodeURIComponent(id)}`), shown);
    },
  );

  test('400 for an id that is very long names its beginning', async () => {
    const id = '7'.repeat(1_500);
    assert.refusal(await swath.ask('GET', `/select/${id}`), notFound(`${'7'.repeat(100)}...`));
  });

  test("400 for another account's id, as for one that does not exist", async () => {
    const token = await strangerTo(swath);
    for (const path of paths(made.id).slice(0, 6))
      assert.refusal(await swath.ask('GET', path, { token }), notFound(made.id));
    // Not even for the administrator: a select belongs to its account.
    assert.refusal(await swath.ask('GET', `/select/${made.id}`, { token: swath.adminToken }), notFound(made.id));
  });

  test.each([
    '/select',
    '/select/',
    '/select?id=',
    '/select?select_id=&id=',
    '/select?foo=1',
    '/select?bbox=',
    '/api/v1/select',
  ])('400, code null, without an id: %s', async (path) => {
    assert.refusal(await swath.ask('GET', path), {
      status: 400,
      code: null,
      type: 'invalid_request_error',
      message: "Bad Request: A select ID is required: give it as 'id'",
    });
  });

  test('400 for two ids that differ', async () => {
    for (const path of [`/select?id=${made.id}&id=${unknownId}`, `/select?id=${made.id}&select_id=${unknownId}`])
      assert.refusal(await swath.ask('GET', path), {
        ...invalidParameters,
        message: "Bad Request: 'id' must be given once",
      });
  });

  test('400 for a select without an area, as POST', async () => {
    assert.refusal(await swath.ask('GET', '/select?datetime=2020'), {
      ...invalidParameters,
      message: "Bad Request: Either 'intersects' or 'bbox' is required",
    });
  });
});

const everyPath = [
  ['POST', '/select'],
  ['GET', '/select'],
  ['GET', `/select?id=${unknownId}`],
  ['GET', `/select/${unknownId}`],
  ['GET', `/select/request/${unknownId}`],
  ['GET', `/select/files/${unknownId}.geojson`],
  ['GET', '/selects'],
] as const;

describe.each(everyPath)('%s %s', (method, path) => {
  const json = { bbox };
  const body = method === 'POST' ? { json } : {};

  test('401 without a credential', async () => {
    assert.refusal(await call(swath.url, method, path, body), unauthorized);
  });

  test('401 with a bad token, a bad key, or a token where a key belongs', async () => {
    for (const credential of [{ token: 'garbage' }, { key: 'garbage' }, { key: swath.token }, { token: swath.key }])
      assert.refusal(await call(swath.url, method, path, { ...body, ...credential }), unauthorized);
  });

  test('403 without the permission, by token and by key', async () => {
    const token = await strangerTo(swath, ['search', 'order', 'stream', 'usage']);
    const { api_key: key } = await createKey(swath.url, token);
    const { api_key: less } = await createKey(swath.url, swath.token, { permissions: ['search'] });
    for (const credential of [{ token }, { key }, { key: less }])
      assert.refusal(await call(swath.url, method, path, { ...body, ...credential }), {
        ...forbidden,
        message: "Forbidden: this needs the permission 'select'",
      });
  });
});

describe('GET /selects', () => {
  type Listed = { data: SelectRecord[]; has_more: boolean; next?: string };
  const listed = async (query: string, token: string) =>
    (await swath.ask('GET', `/selects${query}`, { token })).json<Listed>();

  test('200 with all of the caller, newest first, page by page, and none of others', async () => {
    const token = await strangerTo(swath);
    expect(await listed('', token)).toEqual({ data: [], has_more: false });
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) {
      swath.clock.advance(1_000);
      const answer = await swath.ask('POST', '/select', { token, json: { bbox, name: `n${index}` } });
      ids.unshift(answer.json<SelectRecord>().id);
    }
    const seen: string[] = [];
    let after = '';
    for (let page = await listed('?limit=2', token); ; page = await listed(`?limit=2&after=${after}`, token)) {
      seen.push(...page.data.map(({ id }) => id));
      expect([page.data.length <= 2, page.has_more]).toEqual([true, page.next !== undefined]);
      if (page.next === undefined) break;
      after = page.next;
    }
    expect(seen).toEqual(ids);
    expect((await listed('', swath.token)).data.map(({ id }) => id)).toContain(made.id);
  });

  test('200 with what each select has but outlines and results', async () => {
    const { data } = await listed('?limit=1000', swath.token);
    const { intersects, bbox: _, query, results, acquisitions, warnings, request_details, ...short } = made;
    const { response_timestamp: __, ...wanted } = short;
    const first = data.find(({ id }) => id === made.id)!;
    expect({ ...first, usage: null }).toEqual({ ...wanted, usage: null });
    expect(first.usage?.['area']).toEqual(made.usage?.['area']);
    expect([intersects, query, results, acquisitions, warnings, request_details]).toHaveLength(6);
  });

  test.each(['?limit=0', '?limit=x', '?after=garbage'])('400 for %s', async (query) => {
    assert.refusal(await swath.ask('GET', `/selects${query}`), invalidParameters);
  });
});

// Last, because it moves the clock by a month.
describe('expiry', () => {
  test('an expired select is unknown by every path, in lists and files, and swept', async () => {
    const { id, expires } = await swath.select();
    const lifeMs = Date.parse(expires as string) - swath.clock.nowMs();
    expect(lifeMs).toBe(30 * 86_400_000);
    // Tokens do not last as long, keys do.
    const credential = { key: swath.key };
    swath.clock.advance(lifeMs - 1);
    for (const path of paths(id)) expect((await swath.ask('GET', path, credential)).status).toBe(200);
    swath.clock.advance(1);
    for (const path of paths(id).filter((each) => !each.includes('bbox')))
      assert.refusal(await swath.ask('GET', path, credential), notFound(id));
    assert.refusal(await swath.ask('GET', `/select/files/${id}.geojson`, credential), notFound(id));
    const { data } = (await swath.ask('GET', '/selects', credential)).json<{ data: readonly { id: string }[] }>();
    expect(data).toEqual([]);
    expect(await swath.service.selections.sweep(swath.clock.nowMs())).toBeGreaterThan(0);
  });

  test('SWATH_SELECT_DAYS says how long they last', async () => {
    const short = await startSelectService({ SWATH_SELECT_DAYS: '2' });
    try {
      const { expires } = await short.select();
      expect(Date.parse(expires as string) - short.clock.nowMs()).toBe(2 * 86_400_000);
    } finally {
      await short.stop();
    }
  });
});
