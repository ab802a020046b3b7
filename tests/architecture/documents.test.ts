import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { settingTable } from '../../server/src/config.ts';
import { apiMarkdown } from '../../server/src/http/wire/reference/api-markdown.ts';
import type { ApiDocument } from '../../server/src/http/wire/reference/api-reference.ts';

const root = new URL('../../', import.meta.url);
const entries = (folder: string) => readdirSync(fileURLToPath(new URL(folder, root)), { withFileTypes: true });
const read = (name: string) => readFileSync(fileURLToPath(new URL(name, root)), 'utf8');

test('docs/operating.md has a line for every setting, and none for a setting that does not exist', () => {
  const text = read('docs/operating.md');
  const documented = [...text.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map((match) => match[1]!);
  expect(documented.sort()).toEqual(Object.keys(settingTable).sort());
});

test('docs/api.md is what docs/openapi.json says: run npm run api-docs', () => {
  expect(read('docs/api.md')).toBe(apiMarkdown(JSON.parse(read('docs/openapi.json')) as ApiDocument));
});

test('docs/architecture.md names every room: folders and files of the server, its adapters, the tests', () => {
  const rows = read('docs/architecture.md').split('\n');
  const rowOf = (folder: string) => rows.find((row) => row.startsWith(`| \`${folder}\` |`)) ?? '';
  const unnamed = [
    ...entries('server/src').filter((entry) => entry.isDirectory() && rowOf(`server/src/${entry.name}`) === ''),
    ...entries('server/src').filter(
      (entry) => entry.isFile() && !rows.some((row) => row.startsWith('|') && row.includes(`\`${entry.name}\``)),
    ),
    ...['server/src/adapters', 'tests/'].flatMap((folder) =>
      entries(folder).filter((entry) => entry.isDirectory() && !rowOf(folder).includes(`\`${entry.name}\``)),
    ),
  ];
  expect(unnamed.map(({ parentPath, name }) => `${parentPath}/${name}`)).toEqual([]);
});

test('no document holds a placeholder', () => {
  for (const name of ['README.md', 'CONTRIBUTING.md', 'docs/operating.md', 'docs/architecture.md'])
    expect(read(name)).not.toMatch(/^(?:[A-Z]{3,}|TODO.*)$/m);
});

test('every decision note has a number of its own', () => {
  const numbers = readdirSync(fileURLToPath(new URL('docs/decisions/', root)))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => name.slice(0, 4));
  expect(numbers.length).toBeGreaterThan(0);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('every relative link in the documents leads somewhere', () => {
  const pages = readdirSync(fileURLToPath(new URL('docs/', root))).filter((name) => name.endsWith('.md'));
  const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...pages.map((name) => `docs/${name}`)];
  const dead = documents.flatMap((name) =>
    [...read(name).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
      .map((match) => new URL(match[1]!, new URL(name, root)))
      .filter((target) => {
        try {
          readFileSync(target);
          return false;
        } catch (error) {
          return (error as NodeJS.ErrnoException).code !== 'EISDIR';
        }
      })
      .map((target) => `${name}: ${target.pathname.replace(fileURLToPath(root), '')}`),
  );
  expect(dead).toEqual([]);
});
