import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Tokens, passwordGrant, selfStatus, signIn } from '../support/accounts.ts';
import { assert, notFound } from '../support/assert.ts';
import { call } from '../support/call.ts';
import { type TestService, startService } from '../support/start-service.ts';
import { startVariant } from '../support/start-variant.ts';

let swath: TestService;
beforeAll(async () => void (swath = await startService({ SWATH_TOKEN_PATH_ALIASES: '1' })));
afterAll(() => swath.stop());

const tokenPath = '/auth/realms/mds/protocol/openid-connect/token';
const ask = (form: string) => call(swath.url, 'POST', tokenPath, { form });
const formOf = (members: Readonly<Record<string, string>>) => new URLSearchParams(members).toString();
const refreshForm = (token: string) => formOf({ grant_type: 'refresh_token', refresh_token: token, client_id: 'mgp' });

test('404 unless they are switched on', async () => {
  const config = { ...swath.service.config, SWATH_TOKEN_PATH_ALIASES: false };
  const other = await startVariant(swath.service, { config });
  try {
    for (const path of [tokenPath, '/token-service/api/v2/token'])
      assert.refusal(await call(other.url, 'POST', path, { form: formOf(passwordGrant(swath.admin)) }), notFound);
  } finally {
    await other.stop();
  }
});

describe('POST /auth/realms/{realm}/protocol/openid-connect/token', () => {
  test('200 by password and by refresh token, as /authenticate answers', async () => {
    const answer = await ask(`${formOf(passwordGrant(swath.admin))}&client_id=mgp&scope=openid`);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json()).sort()).toEqual(['access_token', 'expires_in', 'refresh_token', 'token_type']);
    expect((await ask(refreshForm(answer.json<Tokens>().refresh_token))).status).toBe(200);
  });

  test.each(['none of ours', ''])(
    '400 for the dead refresh token %j, in the words that its client signs in anew by',
    async (token) => {
      const answer = await ask(refreshForm(token));
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        400,
        'application/json; charset=utf-8',
        'no-store',
      ]);
      expect(answer.json()).toEqual({
        message: 'Bad Request: Token is not active',
        code: 'invalid_grant',
        type: 'invalid_request_error',
        error: 'invalid_grant',
        error_description: 'Token is not active',
      });
    },
  );

  test('401 for a wrong password, and /authenticate keeps its own 401 for a dead refresh token', async () => {
    const wrong = await ask(formOf(passwordGrant({ ...swath.admin, password: 'wrong' })));
    const dead = await call(swath.url, 'POST', '/authenticate', { form: refreshForm('none of ours') });
    for (const answer of [wrong, dead])
      assert.refusal(answer, { status: 401, code: 'unrecognized_credentials', type: 'authentication_error' });
  });
});

describe.each([
  ['v1', 'apiToken'],
  ['v2', 'api_token'],
] as const)('/token-service/api/%s/token', (version, member) => {
  const path = `/token-service/api/${version}/token`;
  type Token = Readonly<Record<string, string>>;
  let token: string;
  beforeAll(async () => void ({ access_token: token } = await signIn(swath.url, swath.admin)));
  const create = async (json: unknown) => {
    const answer = await call(swath.url, 'POST', path, { token, json });
    expect(answer.status).toBe(200);
    return answer.json<Token>();
  };

  test(`200: a key under its older name, its value as ${member}, what was not given as null`, async () => {
    const made = await create({ name: null, description: null });
    expect(made).toMatchObject({ name: null, description: null });
    expect(made[member]).toBe(made['api_key']);
    expect(await selfStatus(swath.url, { key: made[member]! })).toBe(200);
    const listed = (await call(swath.url, 'GET', path, { token })).json<Token[]>();
    expect(listed.find(({ id }) => id === made['id'])).toMatchObject({ name: null, [member]: made[member] });
  });

  test('DELETE one and DELETE a list: 200, and the tokens are refused; 404 for an unknown one', async () => {
    const [one, ...others] = [await create({ name: 'a' }), await create({ name: 'b' }), await create({ name: 'c' })];
    const removed = await call(swath.url, 'DELETE', `${path}/id/${one['id']}`, { token });
    const ids = others.map(({ id }) => id!);
    const removedMany = await call(swath.url, 'DELETE', path, { token, json: { ids } });
    expect([removed.status, removed.text, removedMany.status, removedMany.text]).toEqual([200, '{}', 200, '{}']);
    for (const each of [one, ...others]) expect(await selfStatus(swath.url, { key: each[member]! })).toBe(401);
    assert.refusal(await call(swath.url, 'DELETE', `${path}/id/${one['id']}`, { token }), notFound);
  });
});

test.each(['/discovery/v1/healthcheck', '/discovery/v1/status'])('GET %s 200 for everyone', async (path) => {
  const answer = await call(swath.url, 'GET', path);
  expect([answer.status, answer.json()]).toEqual([200, { database: 'OK', overall: 'OK' }]);
});
