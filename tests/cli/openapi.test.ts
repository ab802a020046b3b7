import { readdirSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { freshFolder, swath } from './swath-in-process.ts';
import { spawnSwath } from './swath-process.ts';

test('openapi prints the same valid document each time and touches no data folder', { timeout: 60_000 }, async () => {
  const folder = freshFolder();
  const env = { SWATH_DATA: folder };
  const [one, other, renamed] = await Promise.all([
    spawnSwath(['openapi'], env),
    swath(['openapi'], { ...env, PORT: '9999' }),
    swath(['openapi'], { ...env, SWATH_VENDOR: 'acme' }),
  ]);
  expect(one).toMatchObject({ code: 0, stderr: '' });
  // The name of the cookie holds the port.
  expect(other.stdout).toBe(one.stdout.replace('"swath_session_8080"', '"swath_session_9999"'));
  const document = JSON.parse(one.stdout) as { openapi: string; paths: Record<string, object>; components: object };
  expect(document.openapi).toBe('3.1.0');
  // Where QGIS looks for the size of a page.
  expect(document.components).toMatchObject({ parameters: { limit: { schema: { maximum: 10_000, default: 10 } } } });
  expect(document.paths['/authenticate']).toHaveProperty('post');
  expect(document.paths['/admin/accounts']).toHaveProperty('get');
  expect(one.stdout).toBe(`${JSON.stringify(document, null, 2)}\n`);
  expect(renamed.stdout).toContain('"acme_api_key"');
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});
