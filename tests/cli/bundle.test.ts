import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/build-server.ts';
import { program } from '../support/program.ts';

const folder = dirname(program);
const isBundled = program.endsWith('.js');

test.skipIf(!isBundled)('what is bundled knows nothing of where it was made: it runs wherever it is copied to', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  expect(files).toContain('main.js');
  const naming = files.filter((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return text.includes(root) || text.includes(folder) || text.includes('addressInPackage');
  });
  expect(naming).toEqual([]);
});

test.skipIf(!isBundled)('a search thread loads a few files and not hundreds', () => {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/^import .*?"(\.[^"]+)";$/gm))
      visit(join(dirname(file), name!));
  };
  visit(join(folder, 'adapters/sqlite/catalog/reader-worker.js'));
  expect(seen.size).toBeGreaterThan(1);
  expect(seen.size).toBeLessThan(60);
});
