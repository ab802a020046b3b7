import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { swath } from '../swath-in-process.ts';

const has = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0;
const scriptFor = async (shell: string) => (await swath(['completion', shell], {})).stdout;

/** What a shell would offer after these words. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const typed = `COMP_WORDS=(swath "$@"); COMP_CWORD=$#; _swath; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', `${await scriptFor('bash')}\n${typed}`, 'bash', ...words], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

test.skipIf(!has('bash'))(
  'bash completes commands and flags of the tree (skipped where there is no bash)',
  async () => {
    expect(await offered('')).toEqual(expect.arrayContaining(['login', 'search', 'order', 'serve']));
    expect(await offered('se')).toEqual(['search', 'select', 'serve']);
    expect(await offered('order', '')).toEqual([
      'create',
      'wait',
      'list',
      'show',
      'cancel',
      'retry',
      'download',
      'verify',
    ]);
    expect(await offered('order', 'create', '--d')).toEqual(['--dry-run']);
    expect(await offered('order', 'download', 'latest', '--t')).toEqual(['--to']);
    expect(await offered('account', 'add', '--pass')).toEqual(['--password-stdin']);
    expect(await offered('export', '--so')).toEqual(['--sortby']);
  },
);

test.each(['zsh', 'fish'])('the script for %s is one, as far as it is installed to tell', async (shell) => {
  const script = await scriptFor(shell);
  for (const word of ['login', 'download', 'idempotency-key', 'password-stdin']) expect(script).toContain(word);
  if (!has(shell)) return;
  const { status, stderr } = spawnSync(shell, ['-n', '/dev/stdin'], { input: script, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('another shell is wrong use', async () => {
  expect((await swath(['completion', 'tcsh'], {})).code).toBe(2);
});
