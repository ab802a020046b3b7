import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bboxGeometry } from '../../server/src/geometry/box.ts';
import { collectionJson, looseItem } from '../stac/writes-fixture.ts';
import { adminToken } from '../support/accounts.ts';
import { call } from '../support/call.ts';
import { type TestService, startService } from '../support/start-service.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const hasCurl = spawnSync('curl', ['--version']).status === 0;

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.stop());

const environment = () => ({ ...process.env, EMAIL: service.admin.email, PASSWORD: service.admin.password });

test.skipIf(!hasCurl)('examples/curl-tour.sh does what it says (skipped where curl is not installed)', async () => {
  const { stdout } = await run('sh', ['examples/curl-tour.sh', service.url], { cwd: root, env: environment() });
  expect(stdout).toContain('by header: admin@example.com');
  expect(stdout).toContain('by URL:    FeatureCollection');
  expect(stdout).toContain('after deletion: 401');
});

test.skipIf(!hasCurl)('examples/select-tour.sh does what it says (skipped where curl is not installed)', async () => {
  const token = await adminToken(service);
  await call(service.url, 'POST', '/collections', { token, json: collectionJson('scenes') });
  const geometry = bboxGeometry([9.73, 50.957, 9.75, 50.97]);
  const properties = { datetime: '2026-06-01T10:00:00Z', 'eo:cloud_cover': 3, 'view:sun_elevation': 55 };
  await call(service.url, 'POST', '/collections/scenes/items', {
    token,
    json: looseItem('one', { geometry, properties }),
  });
  const folder = mkdtempSync(join(tmpdir(), 'swath-tour-'));
  try {
    const { stdout } = await run('sh', [join(root, 'examples/select-tour.sh'), service.url], {
      cwd: folder,
      env: environment(),
    });
    expect(stdout).toMatch(/select \d{19}: SUCCEEDED, 1 tiles/);
    expect(stdout).toMatch(/select\.html: \d{4,} bytes/);
    expect(stdout).toContain('tiles there: 1');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('examples/client-tour.ts does what it says', async () => {
  const args = ['--import', 'tsx', '--conditions', 'source', 'examples/client-tour.ts', service.url];
  const { stdout } = await run(process.execPath, args, { cwd: root, env: environment() });
  expect(stdout).toContain('by key: admin@example.com');
  expect(stdout).toContain('after deletion: 401');
});
