import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('examples/client-tour.ts does what it says', async () => {
  const args = ['--import', 'tsx', '--conditions', 'source', 'examples/client-tour.ts', service.url];
  const { stdout } = await run(process.execPath, args, { cwd: root, env: environment() });
  expect(stdout).toContain('by key: admin@example.com');
  expect(stdout).toContain('after deletion: 401');
});
