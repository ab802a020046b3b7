import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { commandTree } from '../../../server/src/cli/command-tree.ts';
import { loaded } from '../../../server/src/cli/command.ts';
import { placesOf } from '../../../server/src/cli/customer/completion/command-words.ts';
import { swath } from '../swath-in-process.ts';

const places = await placesOf(commandTree);
const ofCustomers = new Set(Object.values(commandTree.sections!)[0]);
const customers = places.filter(({ path, words }) => {
  const isCommand = words.every(({ text }) => text.startsWith('--'));
  return isCommand && path !== '' && path !== 'completion' && ofCustomers.has(path.split(' ')[0]!);
});

test('a summary in the tree is that of the command', async () => {
  for (const [name, entry] of Object.entries(commandTree.commands))
    expect([name, (await loaded(entry)).summary]).toEqual([name, entry.summary]);
});

test('every command stands under a heading, once', () => {
  expect(Object.values(commandTree.sections!).flat().toSorted()).toEqual(Object.keys(commandTree.commands).toSorted());
});

test('the tree loads no command by itself: each starts with what it needs', () => {
  const file = fileURLToPath(new URL('../../../server/src/cli/command-tree.ts', import.meta.url));
  expect(readFileSync(file, 'utf8')).not.toMatch(/^import (?!type)/m);
});

describe('the commands of customers', () => {
  test('are those that were asked for', () => {
    expect(customers.map(({ path }) => path).toSorted()).toEqual([
      'grid',
      'login',
      'logout',
      ...['cancel', 'create', 'download', 'list', 'retry', 'show', 'verify', 'wait'].map((name) => `order ${name}`),
      'search',
      'select',
    ]);
  });

  test.each(customers.map(({ path, words }) => [path, words] as const))(
    'swath %s takes every flag that its help explains, and has examples',
    async (path, words) => {
      for (const { text } of words) {
        const { stderr } = await swath([...path.split(' '), text], { XDG_CONFIG_HOME: '/nonexistent' });
        expect(stderr).not.toContain(`unknown flag ${text}`);
      }
      const { code, stdout } = await swath(['help', ...path.split(' ')], {});
      expect([code, stdout]).toEqual([0, expect.stringContaining('Examples:')]);
    },
  );
});

describe('help', () => {
  test('lists the commands under their headings, with three to begin with', async () => {
    const { stdout } = await swath(['--help'], {});
    for (const heading of Object.keys(commandTree.sections!)) expect(stdout).toContain(`${heading}:`);
    expect(stdout).toContain('Three commands');
  });

  test.each(['exit-codes', 'pipes'])('has the topic %s', async (topic) => {
    const { code, stdout } = await swath(['help', topic], {});
    expect(code).toBe(0);
    expect(stdout.length).toBeGreaterThan(200);
    expect((await swath([], {})).stdout).toContain(`'swath help ${topic}'`);
  });

  test('docs/cli.md has the same exit codes as swath help exit-codes', async () => {
    const { stdout } = await swath(['help', 'exit-codes'], {});
    const told = [...stdout.matchAll(/^ {2}(\d+) +(\S+)/gm)].map(([, code, word]) => `${code} ${word}`);
    const text = readFileSync(fileURLToPath(new URL('../../../docs/cli.md', import.meta.url)), 'utf8');
    const written = [...text.matchAll(/^\| (\d+) \| (\S+)/gm)].map(([, code, word]) => `${code} ${word}`);
    expect(written).toEqual(told);
    expect(told).toHaveLength(9);
  });
});
