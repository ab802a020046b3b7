import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { longProofs, processTests } from '../quick/slow-tests.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const startsProcesses = new Set(['node:child_process', 'playwright-core']);

const testFiles = readdirSync(join(root, 'tests'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.test\.tsx?$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((file) => !file.startsWith('tests/proof/'));

/** What a file of the tests imports, itself and through other files of the tests. */
function reached(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, name] of readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type).*?from '([^']+)';$/gms)) {
    if (!name!.startsWith('.')) seen.add(name!);
    else if (!relative(join(root, 'tests'), join(file, '..', name!)).startsWith('..'))
      reached(join(file, '..', name!), seen);
  }
  return seen;
}

const needsProcesses = (file: string) => [...reached(join(root, file))].some((name) => startsProcesses.has(name));

test('the quick suite leaves out every file that starts a process or a browser, and but few others', () => {
  expect(testFiles.length).toBeGreaterThan(60);
  expect(testFiles).toEqual(expect.arrayContaining(longProofs));
  expect(longProofs.length).toBeLessThan(testFiles.length / 8);
  expect(testFiles.filter(needsProcesses).sort()).toEqual([...processTests].sort());
});
