import { existsSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Env, freshFolder, swath, swathJson } from './swath-in-process.ts';

type AccountJson = { id: string; email: string; organization_id: string; one_time_password?: string };

const folder = freshFolder();
const env: Env = { SWATH_DATA: folder, SWATH_PUBLIC_URL: 'https://swath.example.com' };
const timeout = 60_000;
let ann: AccountJson;
const long = (length: number) => 'é'.repeat(length);

beforeAll(async () => {
  await swathJson(['account', 'add', 'root@example.com', '--role', 'admin'], env);
  ann = await swathJson(['account', 'add', 'Ann@example.com', '--name', 'Ann\u001b[2J\nField'], env);
}, timeout);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.concurrent('account', { timeout }, () => {
  test('add prints a one-time password as data, in no log and only once', async ({ expect }) => {
    expect(ann.one_time_password).toMatch(/^([a-z2-9]{5}-){4}[a-z2-9]{5}$/);
    const shown = await swath(['account', 'show', ann.id, '--json'], env);
    expect(shown.stdout).not.toContain(ann.one_time_password);
    expect(shown.stdout).not.toContain('argon2');
  });

  test('add joins an organization with the permissions that are given', async ({ expect }) => {
    const args = ['account', 'add', 'cid@example.com', '--password-stdin', '--organization-id', ann.organization_id];
    const permitted = ['--permission', 'search', '--permission', 'stream'];
    const made = await swathJson([...args, ...permitted], env, 'tide-canary-meadow-77');
    expect(made).toMatchObject({
      email: 'cid@example.com',
      role: 'member',
      permissions: ['search', 'stream'],
      organization_id: ann.organization_id,
    });
    expect(JSON.stringify(made)).not.toMatch(/canary|one_time_password/);
  });

  test('a name, of a person, an organization or a key, has an end, as through the API', async ({ expect }) => {
    const account = ['account', 'add', 'long@example.com'];
    const key = ['key', 'create', '--account', ann.id];
    const refused = await Promise.all([
      swath([...account, '--name', long(201)], env),
      swath([...account, '--organization', long(201)], env),
      swath([...key, '--name', long(10_001)], env),
      swath([...key, '--description', long(10_001)], env),
    ]);
    expect(refused.map(({ code, stdout }) => ({ code, stdout }))).toEqual(refused.map(() => ({ code: 4, stdout: '' })));
    expect(refused[0].stderr).toContain(`'name' must NOT have more than 200 characters`);
    expect(refused[1].stderr).toContain(`'organization' must NOT have more than 200 characters`);
    expect(refused[2].stderr).toContain(`'name' must NOT have more than 10000 characters`);
    expect(refused[3].stderr).toContain(`'description' must NOT have more than 10000 characters`);
    const made = await swathJson([...account, '--name', long(200), '--organization', long(200)], env);
    expect(made).toMatchObject({ name: long(200), organization: { name: long(200) } });
  });

  test('add --invite prints the link and queues the mail', async ({ expect }) => {
    const made = await swathJson(['account', 'add', 'eve@example.com', '--invite', '--organization', 'Eve & Co'], env);
    expect(made['invitation_url']).toMatch(/^https:\/\/swath\.example\.com\/reset-password#invite=/);
    expect(made).toMatchObject({ organization: { name: 'Eve & Co' } });
    expect(made).not.toHaveProperty('one_time_password');
  });

  test('list aligns columns, keeps ids whole and shows no control characters', async ({ expect }) => {
    const { code, stdout, stderr } = await swath(['account', 'list'], env);
    expect(code).toBe(0);
    const [header, ...rows] = stdout.trimEnd().split('\n');
    const row = rows.find((each) => each.startsWith(ann.id));
    expect(row).toContain(String.raw`Ann\u{1b}[2J\u{a}Field`);
    expect(row!.indexOf('Ann@example.com')).toBe(header!.indexOf('EMAIL'));
    expect(row!.indexOf('member')).toBe(header!.indexOf('ROLE'));
    expect(stdout).not.toContain('\u001b');
    expect(stderr).toMatch(/^\d+ accounts\n$/);
  });

  test('show finds an address in any case and exits with 3 for an unknown one', async ({ expect }) => {
    const [found, missing] = await Promise.all([
      swathJson(['account', 'show', 'ANN@EXAMPLE.COM'], env),
      swath(['account', 'show', 'nobody@example.com', '--json'], env),
    ]);
    expect(found).toMatchObject({ id: ann.id, active: true });
    expect(missing).toMatchObject({ code: 3, stdout: '' });
    expect(missing.stderr).toContain(`there is no account 'nobody@example.com'`);
  });

  test('refusals exit with 4: a taken address, a weak password, no address, the last administrator', async ({
    expect,
  }) => {
    const refused = await Promise.all([
      swath(['account', 'add', 'ann@example.com'], env),
      swath(['account', 'add', 'weak@example.com', '--password-stdin'], env, 'short'),
      swath(['account', 'add', 'no-address'], env),
      swath(['account', 'deactivate', 'root@example.com'], env),
    ]);
    expect(refused.map(({ code, stdout }) => ({ code, stdout }))).toEqual(refused.map(() => ({ code: 4, stdout: '' })));
    expect(refused[0].stderr).toContain('exists');
    expect(refused[1].stderr).toContain('at least 12 characters');
    expect(refused[2].stderr).toContain('not an e-mail address');
    expect(refused[3].stderr).toContain('last active administrator');
    expect(refused.map(({ stderr }) => stderr).join('')).not.toMatch(/^\s+at /m);
  });

  test('reset-password prints a new one, takes one from standard input, or queues a mail', async ({ expect }) => {
    const id = ann.id;
    const made = await swathJson(['account', 'reset-password', id], env);
    expect(made).toMatchObject({ id, one_time_password: expect.stringMatching(/^[a-z2-9-]{29}$/) as string });
    const given = await swathJson(['account', 'reset-password', id, '--password-stdin'], env, 'quiet-harbour-lamp-19');
    expect(given).toEqual({ id, email: 'Ann@example.com' });
    expect(await swathJson(['account', 'reset-password', id, '--mail'], env)).toMatchObject({ mailed: true });
  });
});

test('a key is made, listed without its value, shown on demand, and deleted', { timeout }, async () => {
  const account = ['--account', 'ann@example.com'];
  const named = ['--name', 'laptop', '--permission', 'search'];
  const made = await swathJson<{ id: string; api_key: string }>(['key', 'create', ...account, ...named], env);
  expect(made).toMatchObject({ name: 'laptop', permissions: ['search'] });
  expect(made.api_key).toMatch(/^swath_[0-9A-Za-z]{38}$/);

  const [hidden, shown, listed, beyond, badDate] = await Promise.all([
    swath(['key', 'list', ...account], env),
    swathJson<object[]>(['key', 'list', ...account, '--show-values'], env),
    swathJson<object[]>(['key', 'list', ...account], env),
    swath(['key', 'create', '--account', ann.id, '--permission', 'catalog:write'], env),
    swath(['key', 'create', '--account', ann.id, '--expires', 'tomorrow'], env),
  ]);
  expect(hidden.stdout).toContain(made.id);
  expect(hidden.stdout + JSON.stringify(listed)).not.toContain(made.api_key);
  expect(listed).toMatchObject([{ id: made.id, state: 'live' }]);
  expect(shown).toMatchObject([{ id: made.id, api_key: made.api_key }]);
  expect([beyond.code, badDate.code]).toEqual([4, 4]);

  const deleted = await swath(['key', 'delete', ...account, made.id, 'not-a-key', '--json'], env);
  expect(deleted.code).toBe(3);
  expect(JSON.parse(deleted.stdout)).toEqual({ deleted: [made.id], not_found: ['not-a-key'] });
  expect(await swathJson(['key', 'list', ...account], env)).toEqual([]);
});

test(
  'deactivate says what it ended, activate revives no key, and a key needs an active account',
  { timeout },
  async () => {
    const created = await swathJson<AccountJson>(['account', 'add', 'gone@example.com'], env);
    await swathJson(['key', 'create', '--account', created.id], env);
    const ended = await swath(['account', 'deactivate', 'gone@example.com'], env);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toMatch(/^sessions ended {2}0\nkeys ended {6}1$/m);
    expect(ended.stderr).toContain('ended 0 sessions and 1 key');
    const refused = await swath(['key', 'create', '--account', created.id], env);
    expect(refused).toMatchObject({ code: 4, stdout: '' });
    expect(refused.stderr).toContain('deactivated');
    expect(await swathJson(['account', 'activate', created.id], env)).toMatchObject({ active: true });
    expect(await swathJson(['key', 'list', '--account', created.id], env)).toMatchObject([{ state: 'ended' }]);
  },
);

describe.concurrent('the command line itself', { timeout }, () => {
  test('makes no installation out of a mistyped folder', async ({ expect }) => {
    const mistyped = `${folder}-mistyped`;
    const { code, stderr } = await swath(['account', 'list'], { SWATH_DATA: mistyped });
    expect(code).toBe(1);
    expect(stderr).toContain(mistyped);
    expect(existsSync(mistyped)).toBe(false);
  });
});
