import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type KeyRecord,
  adminToken,
  createAccount,
  createKey,
  keysPath,
  listKeys,
  selfStatus,
  signIn,
} from '../support/accounts.ts';
import { type CallOptions, call } from '../support/call.ts';
import { assert, invalidParameters, notFound, uuid4 } from '../support/assert.ts';
import { capturedLog } from '../support/captured-log.ts';
import { type TestService, startService } from '../support/start-service.ts';
import { startVariant } from '../support/start-variant.ts';

let swath: TestService;
let token: string;

beforeAll(async () => {
  swath = await startService();
});
afterAll(() => swath.stop());
beforeEach(async () => {
  token = await newToken();
});

const newToken = async () => {
  const account = await createAccount(swath.url, await adminToken(swath));
  return (await signIn(swath.url, account)).access_token;
};
const post = (options: CallOptions) => call(swath.url, 'POST', keysPath, { token, ...options });
const remove = (id: string, options: CallOptions = {}) =>
  call(swath.url, 'DELETE', `${keysPath}/id/${id}`, { token, ...options });
const removeMany = (json: unknown) => call(swath.url, 'DELETE', keysPath, { token, json });

const always = ['api_key', 'created_date', 'expiration_date', 'id', 'last_modified_date'];
const keyShape = /^swath_[0-9A-Za-z]{38}$/;

describe('POST /api-key/api/v2/api-key, 200', () => {
  test('answers the record, without the members that were not given', async () => {
    const answer = await post({});
    expect(answer.status).toBe(200);
    const record = answer.json<KeyRecord>();
    expect(Object.keys(record).sort()).toEqual(always);
    expect(record.id).toMatch(uuid4);
    expect(record.api_key).toMatch(keyShape);
    expect(record.created_date).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}$/);
    expect(record.last_modified_date).toBe(record.created_date);
    expect(record.expiration_date).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/);
    const lifetimeDays =
      (Date.parse(`${record.expiration_date}Z`) - Date.parse(`${record.created_date}Z`)) / 86_400_000;
    expect(lifetimeDays).toBeCloseTo(180, 3);
    expect(answer.headers.get('cache-control')).toMatch(/no-store/);
  });

  test('keeps name and description, also the empty and the strange ones', async () => {
    for (const text of ['my key', '', ' ', 'Ümläut 🛰', '"><script>', 'a'.repeat(5_000), "'; DROP TABLE api_keys; --"]) {
      const record = await createKey(swath.url, token, { name: text, description: text });
      expect(record).toMatchObject({ name: text, description: text });
      expect((await listKeys(swath.url, token))[0]).toMatchObject({ name: text, description: text });
    }
  });

  test('takes null as not given', async () => {
    const json = { name: null, description: null, expiration_date: null, project: null, permissions: null };
    expect(Object.keys((await post({ json })).json()).sort()).toEqual(always);
  });

  test('takes one of name and description alone', async () => {
    expect(Object.keys(await createKey(swath.url, token, { name: 'n' })).sort()).toEqual([...always, 'name']);
    expect(await createKey(swath.url, token, { description: 'd', name: null })).not.toHaveProperty('name');
  });

  test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'image/png', 'garbage', ''])(
    'takes an empty body declared as %j as no body',
    async (type) => {
      const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
      expect((await post({ raw: '', headers })).status).toBe(200);
      expect((await post({ raw: ' \n', headers })).status).toBe(200);
      expect((await post({ headers })).status).toBe(200);
    },
  );

  test('ignores unknown members', async () => {
    const record = await createKey(swath.url, token, { id: 'mine', api_key: 'mine', lifespan: 180 });
    expect(Object.keys(record).sort()).toEqual(always);
    expect(record.api_key).toMatch(keyShape);
  });

  test('has no limit on the number of keys: 300 in a row', async () => {
    const keys: KeyRecord[] = [];
    for (let batch = 0; batch < 30; batch++)
      keys.push(...(await Promise.all(Array.from({ length: 10 }, () => createKey(swath.url, token)))));
    expect(new Set(keys.map(({ api_key: key }) => key)).size).toBe(300);
    expect(await listKeys(swath.url, token)).toHaveLength(300);
    expect(await selfStatus(swath.url, { key: keys[299]!.api_key })).toBe(200);
  });
});

describe('GET /api-key/api/v2/api-key in pages', () => {
  test('each leads to the next by its Link header, and together they are the list', async () => {
    for (let made = 0; made < 5; made++) await createKey(swath.url, token);
    const sizes: number[] = [];
    const found: KeyRecord[] = [];
    for (let path: string | undefined = `${keysPath}?limit=2`; path !== undefined;) {
      const answer = await call(swath.url, 'GET', path, { token });
      const page = answer.json<KeyRecord[]>();
      sizes.push(page.length);
      found.push(...page);
      path = /^<http:\/\/localhost:\d+(\/.+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    expect(sizes).toEqual([2, 2, 1]);
    expect(found).toEqual(await listKeys(swath.url, token));
  });

  test.each(['limit=0', 'limit=many', 'limit=2&after=nothing'])('400 for %s', async (query) => {
    const answer = await call(swath.url, 'GET', `${keysPath}?${query}`, { token });
    assert.refusal(answer, { ...invalidParameters, message: /'limit'|'after'/ });
  });
});

describe('POST /api-key/api/v2/api-key, 400', () => {
  test.each<[unknown, RegExp]>([
    [{ name: 5 }, /5 is not of type 'string', 'null' at 'name'/],
    [{ description: ['x'] }, /'description'/],
    [{ permissions: 'search' }, /'permissions'/],
    [{ permissions: ['fly'] }, /'fly' is not one of \['search', .*, 'catalog:write', 'admin'\] at 'permissions.0'/],
    [{ project: 7 }, /'project'/],
    [{ project: 'unknown' }, /'project' is not a project of this account/],
    [{ project_id: 'unknown' }, /'project' is not a project of this account/],
    [[], /is not of type 'object'/],
    [null, /is not of type 'object'/],
    ['text', /is not of type 'object'/],
  ])('for %j', async (json, message) => {
    assert.refusal(await post({ json }), { ...invalidParameters, message });
    expect(await listKeys(swath.url, token)).toEqual([]);
  });

  test('for a name or description that is too long to be listed again and again', async () => {
    for (const json of [{ name: 'n'.repeat(10_001) }, { description: 'd'.repeat(10_001) }]) {
      const [member] = Object.keys(json);
      const answer = await post({ json });
      assert.refusal(answer, { ...invalidParameters, message: new RegExp(`'${member}'`) });
      expect(answer.text.length).toBeLessThan(300);
    }
  });

  test('for a body that does not parse, 415 for another content type', async () => {
    const unparsable = { status: 400, code: 'unparsable_body', type: 'invalid_request_error' };
    const message = 'Bad Request: Unable to Parse Request Body';
    assert.refusal(await post({ raw: '{', headers: { 'content-type': 'application/json' } }), {
      ...unparsable,
      message,
    });
    const wrongType = { status: 415, code: null, type: 'http_error', message: /^Unsupported Media Type/ };
    assert.refusal(await post({ raw: '{}', headers: { 'content-type': 'text/plain' } }), wrongType);
    assert.refusal(await post({ form: 'name=x' }), wrongType);
  });
});

const listed = ({ expiration_date: date, ...rest }: KeyRecord) => ({
  ...rest,
  expiration_date: date.replace('T', ' '),
});

describe('GET /api-key/api/v2/api-key, 200', () => {
  test('a key whose value cannot be opened is listed without it, with a warning, and hides no other', async () => {
    const log = capturedLog();
    const { vault } = swath.service;
    const [lost, kept] = [await createKey(swath.url, token, { name: 'lost' }), await createKey(swath.url, token)];
    const open: typeof vault.open = (sealed, context) =>
      vault.open(context.includes(lost.id) ? sealed.slice(0, -4) : sealed, context);
    const variant = await startVariant(swath.service, { log, vault: { ...vault, open } });
    const list = await listKeys(variant.url, token);
    await variant.stop();
    const values = Object.fromEntries(list.map(({ id, api_key: value }) => [id, value]));
    expect(values).toEqual({ [lost.id]: null, [kept.id]: kept.api_key });
    expect(list.find(({ id }) => id === lost.id)).toMatchObject({ name: 'lost' });
    const warnings = log.lines.filter(({ level }) => level === 'warn');
    expect(warnings).toMatchObject([{ message: expect.stringMatching(/cannot be opened/), facts: { key: lost.id } }]);
    expect(await selfStatus(swath.url, { key: lost.api_key })).toBe(200);
  });

  test('lists every key of the account with its value, in the second rendering of the date', async () => {
    const [one, two] = [await createKey(swath.url, token, { name: 'one' }), await createKey(swath.url, token)];
    const list = await listKeys(swath.url, token);
    expect([...list].sort((a, b) => a.id.localeCompare(b.id))).toEqual(
      [listed(one), listed(two)].sort((a, b) => a.id.localeCompare(b.id)),
    );
    expect(list[0]!.expiration_date).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
  });

  test('is an empty array for a new account, and shows nobody else', async () => {
    await createKey(swath.url, await newToken());
    expect(await listKeys(swath.url, token)).toEqual([]);
  });
});

describe('DELETE /api-key/api/v2/api-key/id/{id}', () => {
  test('204 without a body, and the key is 401 right after', async () => {
    const { id, api_key: key } = await createKey(swath.url, token);
    expect(await selfStatus(swath.url, { key })).toBe(200);
    const answer = await remove(id);
    expect([answer.status, answer.text, answer.headers.get('content-length')]).toEqual([204, '', null]);
    expect(await selfStatus(swath.url, { key })).toBe(401);
    expect(await listKeys(swath.url, token)).toEqual([]);
    assert.refusal(await remove(id), notFound);
  });

  test.each(['application/json', 'text/plain', 'garbage'])('204 with an empty body declared as %j', async (type) => {
    const { id } = await createKey(swath.url, token);
    expect((await remove(id, { raw: '', headers: { 'content-type': type } })).status).toBe(204);
  });

  test('404 for any string that is no key', async () => {
    for (const id of [
      'x',
      '0',
      'null',
      '%00',
      '..%2f..',
      'a'.repeat(3_000),
      "' OR 1=1 --",
      '%F0%9F%9B%B0',
      crypto.randomUUID(),
    ])
      assert.refusal(await remove(id), notFound);
  });

  test("404 for another account's key, which lives on", async () => {
    const foreign = await createKey(swath.url, await newToken());
    assert.refusal(await remove(foreign.id), notFound);
    expect(await selfStatus(swath.url, { key: foreign.api_key })).toBe(200);
  });
});

describe('DELETE /api-key/api/v2/api-key', () => {
  test('204 deletes those of the list that are the own ones and ignores the others', async () => {
    const [one, two, kept] = [
      await createKey(swath.url, token),
      await createKey(swath.url, token),
      await createKey(swath.url, token),
    ];
    const foreign = await createKey(swath.url, await newToken());
    const answer = await removeMany({ ids: [one.id, foreign.id, 'unknown', two.id, one.id, ''] });
    expect([answer.status, answer.text]).toEqual([204, '']);
    for (const { api_key: key } of [one, two]) expect(await selfStatus(swath.url, { key })).toBe(401);
    for (const { api_key: key } of [kept, foreign]) expect(await selfStatus(swath.url, { key })).toBe(200);
  });

  test('204 for an empty list and for 250 ids at once', async () => {
    expect((await removeMany({ ids: [] })).status).toBe(204);
    const { id } = await createKey(swath.url, token);
    expect((await removeMany({ ids: [...Array.from({ length: 249 }, (_, i) => `no-${i}`), id] })).status).toBe(204);
    expect(await listKeys(swath.url, token)).toEqual([]);
  });

  test.each<[unknown, RegExp]>([
    [{}, /'ids' is a required property/],
    [{ ids: 'x' }, /'ids'/],
    [{ ids: [1] }, /'ids.0'/],
    [{ ids: null }, /'ids'/],
    [[], /'object'/],
  ])('400 for %j', async (json, message) => {
    assert.refusal(await removeMany(json), { ...invalidParameters, message });
  });

  test('400 unparsable_body without a body', async () => {
    expect((await call(swath.url, 'DELETE', keysPath, { token })).json()).toMatchObject({ code: 'unparsable_body' });
  });
});
