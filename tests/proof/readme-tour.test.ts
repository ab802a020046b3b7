import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { childAdmin, startChild } from '../abuse/support/child-service.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'swath-readme-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The tour by curl as it stands there; only what a reader fills in is filled in. */
function tourOf(url: string): string {
  const [, block] = /## A tour by curl[^]*?```sh\n([^]*?)```/.exec(readme)!;
  const filled = block!
    .replaceAll('http://localhost:8080', url)
    .replace('admin@localhost', childAdmin.email)
    .replace('"password":"PASSWORD"', `"password":"${childAdmin.password}"`)
    .replaceAll('curl -s', 'curl -sf')
    .replace(/curl -sf \$BASE\/select -H[^]*?\}\}'(?=\n)/, 'SELECT=$($& | member id)')
    .replace(/curl -sf \$BASE\/order -H[^\n]*\n[^\n]*"notifications"[^\n]*(?=\n)/, 'ORDER=$($& | member id)')
    .replace(/curl -sf \$BASE\/api-key\/api\/v2\/api-key -H [^\n]*(?=\n)/, 'KEY_ID=$($& | member id)')
    .replaceAll('"ID_OF_THE_SELECT"', `"'$SELECT'"`)
    .replaceAll('ID_OF_THE_SELECT', '$SELECT')
    .replaceAll('ID_OF_THE_ORDER', '$ORDER')
    .replaceAll('ID_OF_THE_KEY', '$KEY_ID');
  return `set -euo pipefail\nmember() { grep -o "\\"$1\\":\\"[^\\"]*\\"" | head -n 1 | cut -d '"' -f 4; }\n${filled}`;
}

test('every line of the tour in README.md does what it says, on the demo archive', async () => {
  const child = await startChild(join(folder, 'data'), { SWATH_DEMO: '1', SWATH_LOG_FORMAT: 'json' });
  try {
    while (!(child.stdout() + child.stderr()).includes('the demo archive is complete'))
      await new Promise((resolve) => void setTimeout(resolve, 200));
    const { stdout } = await run('bash', ['-c', tourOf(child.url)], { cwd: folder, maxBuffer: 1e8 });
    expect(stdout).toContain('"email":');
    expect(stdout).toContain('"type":"FeatureCollection"');
    expect(stdout).toMatch(/data\/buckets\/demo\/tour\/\S+-visual\.tif/);
    expect(stdout).toMatch(/\.eml/);
    for (const name of ['scene.webp', 'tile.png', 'select.html', 'select.gpkg'])
      expect(readFileSync(join(folder, name)).length).toBeGreaterThan(1_000);
  } finally {
    await child.end('SIGTERM');
  }
});
