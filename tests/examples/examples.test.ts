import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBytes } from '../imagery/support/open-bytes.ts';
import { pythonWithClients } from '../stac/support-python.ts';
import { freePort } from '../support/free-port.ts';
import { saySkipped } from '../support/say-skipped.ts';
import { type Town, root, startTown } from './town.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;
const hasGdal = spawnSync('ogr2ogr', ['--version']).status === 0;
if (!hasGdal) saySkipped('gdal', 'no ogr2ogr (gdal-bin)');
const python = pythonWithClients();

let town: Town;
beforeAll(async () => void (town = await startTown()), 30_000);
afterAll(() => town.stop());

const example = (name: string) => join(root, 'examples', name);
const ofPlace = (name: string) => readFileSync(join(town.place, name));
const runTypeScript = (name: string) =>
  town.run(process.execPath, ['--import', 'tsx', '--conditions', 'source', example(name), town.url], root);

test.skipIf(!hasCurl)('examples/curl-tour.sh does what it says (skipped where curl is not installed)', async () => {
  const said = await town.run('sh', [example('curl-tour.sh'), town.url]);
  expect(said).toContain('by header: admin@example.com');
  expect(said).toContain('by URL:    FeatureCollection');
  expect(said).toContain('after deletion: 401');
});

test.skipIf(!hasCurl)('examples/select-tour.sh does what it says (skipped where curl is not installed)', async () => {
  const said = await town.run('sh', [example('select-tour.sh'), town.url]);
  expect(said).toMatch(/select \d{19}: SUCCEEDED, 1 tiles/);
  expect(said).toMatch(/select\.html: \d{4,} bytes/);
  expect(said).toContain('tiles there: 1');
});

test.skipIf(!hasCurl)(
  'examples/order-tour.sh does what it says (skipped where curl is not installed)',
  { timeout: 60_000 },
  async () => {
    const said = await town.run('sh', [example('order-tour.sh'), town.url]);
    expect(said).toMatch(/select \d{19}\ndry run: .*\norder \d{19}\n/);
    expect(said).toContain('state: SUCCEEDED\n');
    const bytes = ofPlace('visual.tif');
    expect(said).toContain(`visual.tif: ${bytes.length} bytes`);
    const { info } = await openBytes(bytes);
    expect(info.levels[0]!.width).toBeGreaterThan(100);
    expect(ofPlace('manifest.json').toString()).toContain(createHash('sha256').update(bytes).digest('hex'));
  },
);

test.skipIf(!hasCurl).each(['curl-tour.sh', 'select-tour.sh', 'order-tour.sh'])(
  'examples/%s says where the sign-in is refused, and ends there',
  async (name) => {
    const tour = ['-c', `PASSWORD=wrong exec sh "$0" "$1"`, example(name), town.url];
    await expect(town.run('sh', tour)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'the sign-in was refused: are EMAIL and PASSWORD right?\n',
    });
  },
);

test('examples/client-tour.ts does what it says', async () => {
  const said = await runTypeScript('client-tour.ts');
  expect(said).toContain('by key: admin@example.com');
  expect(said).toContain('after deletion: 401');
});

test('examples/order-tour.ts does what it says', { timeout: 60_000 }, async () => {
  const said = await runTypeScript('order-tour.ts');
  expect(said).toMatch(/found town\nselect \d{19}: 1 tiles of town\ndry run: .*successful\.\n/);
  expect(said).toMatch(/100 %\norder \d{19}: SUCCEEDED\n/);
  expect(said).toMatch(/whole: \S+-visual\.tif, \d{4,} bytes/);
  expect(said).not.toContain('damaged');
});

test.skipIf(python === null)('examples/pystac_client_tour.py does what it says', { timeout: 60_000 }, async () => {
  const said = await town.run(python!, [example('pystac_client_tour.py'), town.url]);
  expect(said).toBe("collections: scenes\nclear: town 2026-05-01 3 % ['visual']\nitems in all: 1\n");
});

test.skipIf(!hasGdal || !hasCurl)('examples/gdal-tour.sh does what it says', { timeout: 60_000 }, async () => {
  const said = await town.run('sh', [example('gdal-tour.sh'), town.url]);
  expect(said).toMatch(/^footprints: 1\nclear: 1\ntiles: \d+\nDriver: GTiff\/GeoTIFF\nSize is 600, 600\n$/);
});

test('examples/qgis-connection.xml names an address that answers with the layer', async () => {
  const [, address] = / url="([^"]+)"/.exec(readFileSync(example('qgis-connection.xml'), 'utf8'))!;
  const asked = address!.replace('http://localhost:8080', town.url).replace('KEY', town.key);
  const answer = await fetch(`${asked}&SERVICE=WFS&REQUEST=GetCapabilities&VERSION=2.0.0`);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Vendor:FinishedFeature')]);
});

test('examples/webhook-receiver.mjs takes what is signed by the service, and nothing else', async () => {
  const port = await freePort();
  const { secret } = (await town.send('GET', '/webhooks/secret')).json<{ secret: string }>();
  const receiver = spawn(process.execPath, [example('webhook-receiver.mjs'), String(port)], {
    env: { ...process.env, SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  receiver.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
  try {
    await expect.poll(() => said, { timeout: 20_000 }).toContain(`listening on ${port}`);
    const url = `http://127.0.0.1:${port}/`;
    const sent = await town.send('POST', '/webhooks/test', { json: { url } });
    expect(sent.json()).toMatchObject({ delivered: true, status: 204 });
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
    await expect.poll(() => said, { timeout: 20_000 }).toMatch(/took \{.*\}\nrefused/);
  } finally {
    receiver.kill();
    await once(receiver, 'exit');
  }
});

test('examples/webhook-receiver.mjs does not start without a secret: anybody could sign', () => {
  const env = { ...process.env, SECRET: '' };
  const { status, stderr } = spawnSync(process.execPath, [example('webhook-receiver.mjs'), '0'], {
    env,
    timeout: 20_000,
  });
  expect([status, stderr.toString()]).toEqual([2, expect.stringContaining('SECRET is missing')]);
});
