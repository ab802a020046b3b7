import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bboxGeometry } from '../../server/src/geometry/box.ts';
import { startPictureArchive, tiff } from '../http/imagery/picture-archive.ts';
import { inZone } from '../imagery/jobs/georeferenced.ts';
import { openBytes } from '../imagery/support/open-bytes.ts';
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

test.skipIf(!hasCurl)(
  'examples/order-tour.sh does what it says (skipped where curl is not installed)',
  { timeout: 60_000 },
  async () => {
    const archive = await startPictureArchive();
    const folder = mkdtempSync(join(tmpdir(), 'swath-tour-'));
    try {
      // Around the town of the tour, 10 m a pixel.
      const [west, north] = [549_000, 5_649_000];
      const href = archive.file('town.tif', inZone(32632, west, north, 10, { width: 600, height: 600 }));
      const bounds = [west, north - 6_000, west + 6_000, north] as const;
      await archive.item('town', { epsg: 32632, bounds, assets: { visual: tiff(href) }, properties: { gsd: 10 } });
      const { stdout } = await run('sh', [join(root, 'examples/order-tour.sh'), archive.url], {
        cwd: folder,
        env: { ...process.env, EMAIL: archive.admin.email, PASSWORD: archive.admin.password },
      });
      expect(stdout).toMatch(/select \d{19}\ndry run: .*\norder \d{19}\n/);
      expect(stdout).toContain('state: SUCCEEDED\n');
      const bytes = readFileSync(join(folder, 'visual.tif'));
      expect(stdout).toContain(`visual.tif: ${bytes.length} bytes`);
      const { info } = await openBytes(bytes);
      expect(info.levels[0]!.width).toBeGreaterThan(100);
      const manifest = readFileSync(join(folder, 'manifest.json'), 'utf8');
      expect(manifest).toContain(createHash('sha256').update(bytes).digest('hex'));
    } finally {
      rmSync(folder, { recursive: true });
      await archive.stop();
    }
  },
);

test('examples/client-tour.ts does what it says', async () => {
  const args = ['--import', 'tsx', '--conditions', 'source', 'examples/client-tour.ts', service.url];
  const { stdout } = await run(process.execPath, args, { cwd: root, env: environment() });
  expect(stdout).toContain('by key: admin@example.com');
  expect(stdout).toContain('after deletion: 401');
});
