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

test.skipIf(!isBundled)(
  'no file of the service holds a character for which all its text takes two bytes each in memory',
  () => {
    const names = readdirSync(join(folder, 'chunks')).filter((name) => name.endsWith('.js'));
    const texts = names.map((name) => readFileSync(join(folder, 'chunks', name), 'utf8'));
    expect(names.filter((_, i) => /[\u0100-\uffff]/.test(texts[i]!))).toEqual([]);
    // What was written so is still there.
    expect(texts.filter((text) => text.includes('"\\u03c2" ? "\\u03c3"'))).toHaveLength(1);
  },
);

test.skipIf(!isBundled)('a search thread loads a few files and not hundreds', () => {
  const { files } = loadedBy('adapters/sqlite/catalog/threads/reader-worker.js');
  expect(files.size).toBeGreaterThan(1);
  expect(files.size).toBeLessThan(60);
});

test.skipIf(!isBundled)('a service holds what makes its OpenAPI document only once somebody has asked for it', () => {
  const own = readdirSync(join(folder, 'chunks')).filter((name) => /^(run-service|openapi)-.*\.js$/.test(name));
  const withSwagger = own.filter((name) => loadedBy(join('chunks', name)).packages.has('@fastify/swagger'));
  expect(withSwagger).toHaveLength(1);
  expect(withSwagger[0]).toMatch(/^openapi-/);
  const service = own.find((name) => name.startsWith('run-service-'));
  expect(loadedBy(join('chunks', service!)).packages).toContain('fastify');
});

/** At once, without what is loaded when it is needed. */
function loadedBy(entry: string): { readonly files: ReadonlySet<string>; readonly packages: ReadonlySet<string> } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/^import (?:.*? from )?"([^"]+)";$/gm))
      if (name!.startsWith('.')) visit(join(dirname(file), name!));
      else packages.add(name!);
  };
  visit(join(folder, entry));
  return { files, packages };
}
