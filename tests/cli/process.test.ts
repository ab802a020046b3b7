import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { program } from '../support/program.ts';
import { badSettings } from './bad-settings.ts';
import { type Env, freshFolder, swathJson } from './swath-in-process.ts';
import { cleanEnv, spawnSwath } from './swath-process.ts';

const folder = freshFolder();
const env: Env = { SWATH_DATA: folder };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('account add takes the password from standard input and joins an organization', async () => {
  const ann = await swathJson<{ organization_id: string }>(['account', 'add', 'ann@example.com'], env);
  const args = ['account', 'add', 'bob@example.com', '--password-stdin', '--organization-id', ann.organization_id];
  const permitted = ['--permission', 'search', '--permission', 'stream'];
  const { code, stdout, stderr } = await spawnSwath([...args, ...permitted, '--json'], env, 'tide-canary-meadow-77\n');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    email: 'bob@example.com',
    role: 'member',
    permissions: ['search', 'stream'],
    organization_id: ann.organization_id,
  });
  expect(stdout + stderr).not.toMatch(/canary|one_time_password/);
});

test('an empty standard input is wrong use, not an empty password', async () => {
  const { code, stderr } = await spawnSwath(['account', 'add', 'empty@example.com', '--password-stdin'], env, '\n');
  expect(code).toBe(2);
  expect(stderr).toContain('standard input is empty');
});

test('a worker that cannot begin ends, and does not linger', async () => {
  await swathJson(['account', 'add', 'cid@example.com'], env);
  writeFileSync(join(folder, 'deliveries'), 'in the way');
  const { code, stderr } = await spawnSwath(['worker'], env);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^swath worker: EEXIST/)]);
});

test('what speaks S3 says nothing beside the answer: whatever stands among lines of a log is one', async () => {
  const s3 = { SWATH_S3_ENDPOINT: 'http://127.0.0.1:9', SWATH_S3_ACCESS_KEY_ID: 'x', SWATH_S3_SECRET_ACCESS_KEY: 'y' };
  const { stdout, stderr } = await spawnSwath(['bucket', 'test', 'theirs'], { ...env, ...s3 });
  expect([stdout, stderr]).toEqual([expect.stringContaining('ECONNREFUSED'), '']);
});

test('the command line is silent when its reader leaves early', async () => {
  const child = spawn(process.execPath, [program, 'openapi'], { env: cleanEnv({}) });
  child.stdout.destroy();
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect({ stderr, code: code as number }).toEqual({ stderr: '', code: 0 });
});

test.skipIf(!existsSync('/dev/full'))('the command line fails when the data cannot be written', async () => {
  const child = spawn('sh', ['-c', `exec "$0" "$1" openapi > /dev/full`, process.execPath, program], {
    env: cleanEnv({}),
  });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^swath: the output could not be written: .*ENOSPC.*\n$/);
});

badSettings(spawnSwath);
