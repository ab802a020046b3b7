import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const sources = fileURLToPath(new URL('../../web/src', import.meta.url));

test('no address of the page forgets the path that a proxy serves it below', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  expect(files.length).toBeGreaterThan(100);
  const wrong = files.filter((name) => /\s(?:href|src|action)="\//.test(readFileSync(join(sources, name), 'utf8')));
  expect(wrong).toEqual([]);
});
