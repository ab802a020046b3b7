import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createArgon2Hasher } from '../../server/src/adapters/node/argon2-hasher.ts';
import { adminToken, changeAccount, createAccount, passwordGrant } from '../support/accounts.ts';
import { type Answer, type CallOptions, call } from '../support/call.ts';
import { assert } from '../support/assert.ts';
import { type TestService, startService } from '../support/start-service.ts';
import { startVariant } from '../support/start-variant.ts';

let swath: TestService;

beforeAll(async () => {
  swath = await startService({ SWATH_TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => swath.stop());

let tries = 0;
/** Each try comes from an address of its own, so that no other test's failures slow it down. */
const elsewhere = () => ({ 'x-forwarded-for': `198.51.${++tries >> 8}.${tries & 255}` });
const authenticate = (options: CallOptions) =>
  call(swath.url, 'POST', '/authenticate', { ...options, headers: { ...elsewhere(), ...options.headers } });

const unparsable = {
  status: 400,
  code: 'unparsable_body',
  type: 'invalid_request_error',
  message: 'Bad Request: Unable to Parse Request Body',
};
const schema = (rule: string) => ({
  status: 400,
  code: 'invalid_input',
  type: 'invalid_request_error',
  message: `Bad Request: Input body does not match schema: ${rule}`,
});
const unrecognized = () => ({
  status: 401,
  code: 'unrecognized_credentials',
  type: 'authentication_error',
  message: `Unauthorized: username/password combination not recognized. If you need to reset your password use the following link: ${swath.service.config.publicUrl}/reset-password`,
});

describe('POST /authenticate, 400 unparsable_body', () => {
  test.each<[string, CallOptions]>([
    ['no body', {}],
    ['an empty JSON body', { raw: '', headers: { 'content-type': 'application/json' } }],
    ['an empty form', { form: '' }],
    ['blanks', { raw: ' \r\n ', headers: { 'content-type': 'application/json' } }],
    ['broken JSON', { raw: '{"grant_type": "password"', headers: { 'content-type': 'application/json' } }],
    ['a form that starts like JSON and is none', { form: '{grant_type=password}' }],
    ['a form body declared as JSON', { raw: 'grant_type=password', headers: { 'content-type': 'application/json' } }],
    ['bytes that are no UTF-8', { raw: new Uint8Array([0x7b, 0xff, 0x7d]) }],
    ['a member that comes twice', { raw: '{"grant_type":"password","grant_type":"refresh_token"}' }],
    ['NaN', { raw: '{"grant_type": NaN}' }],
  ])('for %s', async (_, options) => {
    assert.refusal(await authenticate(options), unparsable);
  });
});

describe('POST /authenticate, 400 invalid_input', () => {
  test.each<[unknown, string]>([
    [{}, "'grant_type' is a required property"],
    [{ username: 'a', password: 'b' }, "'grant_type' is a required property"],
    [{ grant_type: 'password' }, "'username' is a required property"],
    [{ grant_type: 'password', username: 'a@b' }, "'password' is a required property"],
    [{ grant_type: 'refresh_token' }, "'refresh_token' is a required property"],
    [{ grant_type: 'foo' }, "'foo' is not one of ['password', 'refresh_token']"],
    [{ grant_type: '' }, "'' is not one of ['password', 'refresh_token']"],
    [{ grant_type: 1 }, "1 is not of type 'string' at 'grant_type'"],
    [{ grant_type: null }, "null is not of type 'string' at 'grant_type'"],
    [{ grant_type: 'password', username: ['a'], password: 'b' }, "['a'] is not of type 'string' at 'username'"],
    [{ grant_type: 'password', username: 'a', password: 12345678 }, "'password' is not of type 'string'"],
    [{ grant_type: 'refresh_token', refresh_token: { a: 1 } }, "'refresh_token' is not of type 'string'"],
    [[], "[] is not of type 'object'"],
    [[{ grant_type: 'password' }], "[...] is not of type 'object'"],
    [null, "null is not of type 'object'"],
    [7, "7 is not of type 'object'"],
    ['password', "'...' is not of type 'object'"],
    [true, "true is not of type 'object'"],
  ])('for %j', async (json, rule) => {
    assert.refusal(await authenticate({ json }), schema(rule));
  });

  test('for a form without grant_type', async () => {
    assert.refusal(
      await authenticate({ form: 'username=a&password=b' }),
      schema("'grant_type' is a required property"),
    );
  });

  test('never names a password or token, nor sends a megabyte back', async () => {
    const answer = await authenticate({ json: { grant_type: 'x'.repeat(500_000) } });
    expect(answer.text.length).toBeLessThan(400);
    const numeric = await authenticate({ json: { grant_type: 'password', username: 'a', password: 987654321987 } });
    expect(numeric.text).not.toContain('987654321987');
  });
});

describe('POST /authenticate, 401 unrecognized_credentials', () => {
  test.each<[string, () => unknown]>([
    ['a wrong password', () => ({ ...passwordGrant(swath.admin), password: 'not this one' })],
    ['an empty password', () => ({ ...passwordGrant(swath.admin), password: '' })],
    ['an unknown account', () => ({ ...passwordGrant(swath.admin), username: 'nobody@example.com' })],
    ['a user name that is no e-mail address', () => ({ ...passwordGrant(swath.admin), username: 'nobody' })],
    ['an empty user name', () => ({ ...passwordGrant(swath.admin), username: '' })],
    ['a user name with NUL', () => ({ ...passwordGrant(swath.admin), username: 'admin@example.com\0' })],
    ['garbage as refresh token', () => ({ grant_type: 'refresh_token', refresh_token: 'garbage' })],
    ['an empty refresh token', () => ({ grant_type: 'refresh_token', refresh_token: '' })],
    ['a forged refresh token', () => ({ grant_type: 'refresh_token', refresh_token: 'a.0.b' })],
  ])('for %s', async (_, json) => {
    const answer = await authenticate({ json: json() });
    assert.refusal(answer, unrecognized());
    expect(answer.json()).not.toHaveProperty('error');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  // Measured again when something else took the processor: a real difference shows every time.
  test('is byte for byte the same, and takes as long, whatever the reason', { retry: 3 }, async () => {
    const checked: string[] = [];
    const real = createArgon2Hasher(1);
    const verify: typeof real.verify = (stored, ...rest) => {
      checked.push(stored.split('$').slice(0, 4).join('$'));
      return real.verify(stored, ...rest);
    };
    const variant = await startVariant(swath.service, { hasher: { ...real, verify } });
    onTestFinished(() => variant.stop());
    const logins = await refusedLogins(variant.url);
    checked.length = 0;

    const costs: Record<string, { wallMs: number; cpuMs: number }[]> = {};
    const answers: Record<string, Answer> = {};
    // Nine of each: with the tenth failure the throttle would close.
    for (let round = 0; round < 9; round++)
      for (const [name, login] of Object.entries(logins)) {
        const [startMs, startCpu] = [performance.now(), process.cpuUsage()];
        const options = { json: passwordGrant(login), headers: elsewhere() };
        answers[name] = await call(variant.url, 'POST', '/authenticate', options);
        const { user, system } = process.cpuUsage(startCpu);
        (costs[name] ??= []).push({ wallMs: performance.now() - startMs, cpuMs: (user + system) / 1_000 });
      }
    const texts = Object.values(answers).map(({ status, text }) => `${status} ${text}`);
    expect(new Set(texts).size).toBe(1);
    const comparable = Object.values(answers).map(({ headers }) =>
      [...headers].filter(([name]) => !/requestid|^date$|^ratelimit$/.test(name)),
    );
    for (const headers of comparable) expect(headers).toEqual(comparable[0]);
    // Each was one check at the full cost, and nothing else takes work or waits.
    expect(checked).toEqual(checked.map(() => '$argon2id$v=19$m=19456,t=2,p=1'));
    expect(checked).toHaveLength(9 * Object.keys(logins).length);
    const least = (kind: 'wallMs' | 'cpuMs') =>
      Object.values(costs).map((list) => Math.min(...list.map((cost) => cost[kind])));
    expect(spread(least('cpuMs'))).toBeLessThan(1.25);
    expect(spread(least('wallMs'))).toBeLessThan(2);
  });
});

const spread = (values: readonly number[]) => Math.max(...values) / Math.min(...values);

/** One login for each reason to refuse one. */
async function refusedLogins(url: string) {
  const token = await adminToken(swath);
  const live = await createAccount(url, token);
  const gone = await createAccount(url, token);
  expect((await changeAccount(url, token, gone.id, { active: false })).status).toBe(200);
  const invited = `invited${++tries}@example.com`;
  await call(url, 'POST', '/admin/accounts', { token, json: { email: invited, invite: true } });
  return {
    wrong: { ...live, password: 'wrong-wrong-wrong' },
    unknown: { email: `unknown${++tries}@example.com`, password: live.password },
    deactivated: gone,
    invited: { email: invited, password: live.password },
  };
}

describe('the 404 setting', () => {
  test('gives the bad bodies of the token endpoint the other status, and nothing else', async () => {
    const other = await startService({ SWATH_AUTHENTICATE_BAD_REQUEST_STATUS: '404', SWATH_TOKEN_PATH_ALIASES: '1' });
    try {
      const post = (path: string, raw: string) => call(other.url, 'POST', path, { raw });
      assert.refusal(await post('/authenticate', '{'), { ...unparsable, status: 404 });
      assert.refusal(await post('/authenticate', ''), { ...unparsable, status: 404 });
      assert.refusal(await post('/auth/authenticate', '{}'), {
        ...schema("'grant_type' is a required property"),
        status: 404,
      });
      assert.refusal(await post('/oauth/revoke', '{'), unparsable);
      assert.refusal(await post('/auth/session', '{'), unparsable);
      const token = await adminToken(other);
      const key = await call(other.url, 'POST', '/token-service/api/v2/token', { raw: '{', token });
      assert.refusal(key, unparsable);
    } finally {
      await other.stop();
    }
  });
});
