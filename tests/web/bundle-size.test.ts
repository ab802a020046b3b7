import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { buildWeb } from './support/build-web.ts';

/** 150 KB are allowed; what was won is kept. */
const mostBytes = 110_000;

let folder: string;
beforeAll(async () => {
  folder = await buildWeb();
});

const compressedSize = async (file: string) => gzipSync(await readFile(join(folder, file)), { level: 9 }).length;

async function sum(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(compressedSize));
  return sizes.reduce((total, size) => total + size, 0);
}

async function loadedByIndex(): Promise<readonly string[]> {
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const files = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((match) => match[1] ?? '');
  return ['index.html', ...files];
}

test('the first load is at most 110 KB compressed', async () => {
  const files = await loadedByIndex();
  expect(files.some((file) => file.endsWith('.js')) && files.some((file) => file.endsWith('.css'))).toBe(true);
  expect(await sum(files)).toBeLessThan(mostBytes);
});

/** A chunk with all that it imports; what it loads later is not among them. */
async function withImports(names: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set(names);
  for (const name of found) {
    const text = name.endsWith('.js') ? await readFile(join(folder, 'assets', name), 'utf8') : '';
    for (const [, imported] of text.matchAll(/(?:from|import)\s*["`]\.\/([^"`]+\.js)["`]/g)) found.add(imported!);
  }
  return found;
}

test('sign-in and the API Key page together are at most 110 KB compressed', async () => {
  const first = (await loadedByIndex()).filter((file) => file.startsWith('assets/'));
  const shell = (await readdir(join(folder, 'assets'))).filter((name) => name.startsWith('shell-'));
  expect(shell).toHaveLength(1);
  const files = await withImports([...first.map((file) => file.replace('assets/', '')), ...shell]);
  expect(await sum(['index.html', ...[...files].map((name) => `assets/${name}`)])).toBeLessThan(mostBytes);
});

const isMap = /maplibregl-canvas|terra-?draw|uplot/i;
const chunks = async () => (await readdir(join(folder, 'assets'))).filter((name) => name.endsWith('.js'));
const text = (name: string) => readFile(join(folder, 'assets', name), 'utf8');

test('the map is in chunks of its own, that no page loads which shows none', async () => {
  const names = await chunks();
  const first = (await loadedByIndex()).filter((file) => file.startsWith('assets/')).map((file) => file.slice(7));
  const plain = ['shell-', 'orders-page-', 'order-page-', 'usage-page-', 'accounts-page-', 'reference-page-'];
  const begun = plain.map((start) => names.find((name) => name.startsWith(start)));
  expect(begun.filter((name) => name === undefined)).toEqual([]);
  for (const name of await withImports([...first, ...begun.map((name) => name!)]))
    expect([name, name.endsWith('.js') && isMap.test(await text(name))]).toEqual([name, false]);
  // The list of results does not wait for the map beside it.
  const explore = await withImports(names.filter((name) => name.startsWith('explore-page-')));
  expect(explore.size).toBeGreaterThan(1);
  for (const name of explore) expect([name, isMap.test(await text(name))]).toEqual([name, false]);
});

test('Explore with its map is at most 500 KB compressed, and its worker 180 KB', async () => {
  const names = await chunks();
  const begun = names.filter((name) => /^explore-(?:page|map)-/.test(name));
  expect(begun).toHaveLength(2);
  const files = await withImports(begun);
  expect([...files].some((name) => name.includes('map'))).toBe(true);
  expect(await sum([...files].map((name) => `assets/${name}`))).toBeLessThan(500_000);
  const workers = names.filter((name) => name.includes('worker'));
  expect(workers).toHaveLength(1);
  expect(await sum(workers.map((name) => `assets/${name}`))).toBeLessThan(180_000);
});

test('nothing is loaded from another host', async () => {
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\/|<style|<script(?![^>]*\ssrc=)/);
});
