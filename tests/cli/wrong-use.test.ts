import { describe, expect, test } from 'vitest';
import { badSettings } from './bad-settings.ts';
import { swath } from './swath-in-process.ts';

const run = (...args: string[]) => swath(args, { SWATH_DATA: '/nonexistent/swath' });

describe('wrong use ends with exit code 2, names the word and prints no data', () => {
  const cases: readonly [readonly string[], string][] = [
    [['nonsense'], `'nonsense' is not a command`],
    [['__proto__'], `'__proto__' is not a command`],
    [['account', 'constructor'], `'constructor' is not a command`],
    [['help', 'nonsense'], `'nonsense' is not a command`],
    [['help', 'account', 'nonsense'], `'nonsense' is not a command of 'account'`],
    [['--nonsense'], `'--nonsense' is not a flag here`],
    [['account'], 'a command is missing: add, list, show, deactivate, activate, reset-password'],
    [['key'], 'a command is missing: create, list, delete'],
    [['account', 'add'], 'EMAIL is missing'],
    [['account', 'show'], 'EMAIL|ID is missing'],
    [['account', 'show', 'a', 'b'], `'b' is one argument too many`],
    [['account', 'list', '--jsn'], 'unknown flag --jsn'],
    [['account', 'list', '--json=yes'], '--json'],
    [['account', 'add', 'a@example.com', '--name'], '--name'],
    [['account', 'add', 'a@example.com', '--role', 'boss'], '--role must be one of admin, member'],
    [['account', 'add', 'a@example.com', '--permission', 'fly'], '--permission must be one of search'],
    [['account', 'add', 'a@example.com', '--permission', 'admin'], '--permission must be one of search'],
    [['account', 'add', 'a@example.com', '--invite', '--password-stdin'], '--invite and --password-stdin'],
    [['account', 'add', 'a@example.com', '--organization', 'A', '--organization-id', 'b'], '--organization and'],
    [['account', 'reset-password', 'a@example.com', '--mail', '--password-stdin'], '--mail and --password-stdin'],
    [['key', 'create'], '--account is missing'],
    [['key', 'list'], '--account is missing'],
    [['key', 'delete', '--account', 'a@example.com'], 'ID is missing'],
    [['rekey'], '--new-key-file is missing'],
    [['serve', '--port', '80'], 'unknown flag --port'],
    [['serve', 'now'], `'now' is one argument too many`],
    [['migrate', '--force'], 'unknown flag --force'],
    [['openapi', 'out.json'], `'out.json' is one argument too many`],
  ];
  test.each(cases)('swath %j', async (args, told) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(told);
    expect(stderr).toMatch(/'swath help[a-z -]*' says more/);
  });
});

describe('a secret as a flag is refused without being repeated', () => {
  const cases: readonly [readonly string[], string][] = [
    [['account', 'add', 'a@example.com', '--password', 'hunter2-canary'], '--password-stdin'],
    [['account', 'add', 'a@example.com', '--password=hunter2-canary'], '--password-stdin'],
    [['account', 'reset-password', 'a@example.com', '--password=hunter2-canary'], '--password-stdin'],
    [['rekey', '--new-key=hunter2-canary'], '--new-key-file'],
    [['serve', '--password', 'hunter2-canary'], 'never given as flags'],
  ];
  test.each(cases)('swath %j', async (args, pointer) => {
    const { code, stdout, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(pointer);
    expect(stdout + stderr).not.toContain('hunter2-canary');
  });
});

describe('help goes to standard output with exit code 0', () => {
  const leaves = [
    ...['serve', 'migrate', 'openapi', 'rekey'].map((name) => [name]),
    ...['add', 'list', 'show', 'deactivate', 'activate', 'reset-password'].map((name) => ['account', name]),
    ...['create', 'list', 'delete'].map((name) => ['key', name]),
  ];
  test.each(leaves.map((path) => [path]))('of %j, by word and by flag, with examples', async (path) => {
    const byWord = await run('help', ...path);
    expect(byWord).toMatchObject({ code: 0, stderr: '' });
    expect(byWord.stdout).toContain(`swath ${path.join(' ')}`);
    expect(byWord.stdout).toContain('Examples:');
    expect(await run(...path, '--help')).toEqual(byWord);
    expect(await run(...path, '-h')).toEqual(byWord);
  });

  test('of a group lists its commands', async () => {
    const { code, stdout } = await run('help', 'account');
    expect(code).toBe(0);
    for (const name of ['add', 'list', 'show', 'deactivate', 'activate', 'reset-password'])
      expect(stdout).toContain(name);
    expect((await run('account', '--help')).stdout).toBe(stdout);
  });

  test('without arguments lists the commands and the exit codes', async () => {
    const { code, stdout } = await run();
    expect(code).toBe(0);
    expect(stdout).toContain('3 not found');
    expect((await run('help')).stdout).toBe(stdout);
    expect((await run('--help')).stdout).toBe(stdout);
  });
});

describe('settings', () => {
  badSettings(swath);

  test('a weak password for the first administrator is one of them', async () => {
    const env = { SWATH_ADMIN_EMAIL: 'a@example.com', SWATH_ADMIN_PASSWORD: 'short' };
    const { code, stderr } = await swath(['serve'], env);
    expect(code).toBe(2);
    expect(stderr).toContain('SWATH_ADMIN_PASSWORD must have at least 12 characters');
  });
});
