import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildWeb } from './support/build-web.ts';

const mostBytes = 150_000;

let folder: string;
beforeAll(async () => {
  folder = await buildWeb();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

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

test('the first load is at most 150 KB compressed', async () => {
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

test('sign-in and the API Key page together are at most 150 KB compressed', async () => {
  const first = (await loadedByIndex()).filter((file) => file.startsWith('assets/'));
  const shell = (await readdir(join(folder, 'assets'))).filter((name) => name.startsWith('shell-'));
  expect(shell).toHaveLength(1);
  const files = await withImports([...first.map((file) => file.replace('assets/', '')), ...shell]);
  expect(await sum(['index.html', ...[...files].map((name) => `assets/${name}`)])).toBeLessThan(mostBytes);
});

test('no map code is shipped and nothing points to another host', async () => {
  const assets = await readdir(join(folder, 'assets'));
  const texts = await Promise.all(assets.map((name) => readFile(join(folder, 'assets', name), 'utf8')));
  expect(assets.join(' ') + texts.join(' ')).not.toMatch(/maplibre|mapbox|openlayers/i);
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\/|<style|<script(?![^>]*\ssrc=)/);
});
