import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainItems } from '../exports/support.ts';
import { createKey } from '../support/accounts.ts';
import { saySkipped } from '../support/say-skipped.ts';
import { type WfsService, endpoint, rowOfTen, startWfs } from './support.ts';

const hasGdal = spawnSync('ogrinfo', ['--version']).status === 0;
if (!hasGdal) saySkipped('gdal', 'no ogrinfo (gdal-bin)');

const folder = mkdtempSync(join(tmpdir(), 'wfs-gdal-'));
let swath: WfsService;
let source: string;
beforeAll(async () => {
  // Small pages, so that 260 features take several.
  swath = await startWfs({ SWATH_WFS_COUNT: '100' });
  await swath.collection('row');
  await swath.load('row', [...rowOfTen, ...plainItems(250)]);
  const { api_key: key } = await createKey(swath.url, swath.token);
  source = `WFS:${swath.url}${endpoint}?vendor_api_key=${key}`;
});
afterAll(async () => {
  await swath.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Not synchronously: the service answers in this very process. */
const run = (program: string, ...args: readonly string[]) =>
  new Promise<{ readonly status: number | null; readonly text: string; readonly errors: string }>((resolve) => {
    const child = spawn(program, args, { env: { ...process.env, GML_SKIP_RESOLVE_ELEMS: 'ALL' } });
    let [text, errors] = ['', ''];
    child.stdout.on('data', (bytes: Buffer) => (text += bytes.toString()));
    child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()));
    child.on('close', (status) => resolve({ status, text, errors }));
  });

const good = async (program: string, ...args: readonly string[]): Promise<string> => {
  const { status, text, errors } = await run(program, ...args);
  expect([status, errors.trim()]).toEqual([0, '']);
  return text;
};

const matched = async (query: string) => String((await swath.get(`/search?limit=0&${query}`)).json()['numberMatched']);
const counted = (text: string) => String(text.match(/^OGRFeature/gm)?.length ?? 0);

describe.skipIf(!hasGdal)('GDAL with a key in its address', () => {
  test('lists the layer, with its types, count and system', async () => {
    const text = await good('ogrinfo', '-ro', '-so', source, 'Vendor:FinishedFeature');
    expect(text).toContain(`Feature Count: ${await matched('')}`);
    expect(text).toMatch(/acquisitionDate: DateTime/);
    expect(text).toMatch(/cloudCover: Real/);
    expect(text).toMatch(/source: String/);
    expect(text).toContain('WGS 84');
    expect(text).toContain('Extent: (-180.000000, -90.000000) - (180.000000, 90.000000)');
  });

  test.each([
    [
      '-where',
      ["cloudCover < 0.1 AND acquisitionDate >= '2022-01-01'"],
      `filter=${encodeURIComponent(`"eo:cloud_cover" < 10 AND datetime >= TIMESTAMP('2022-01-01T00:00:00Z')`)}`,
    ],
    ['-where', ["source = 'WV01' OR source = 'sat-1'"], `filter=${encodeURIComponent(`platform IN ('WV01','sat-1')`)}`],
    ['-spat', ['9', '5.2', '25', '5.8'], 'bbox=9,5.2,25,5.8'],
  ])(
    '%s %j: as many as a search finds',
    async (flag, args, query) => {
      const text = await good('ogrinfo', '-ro', '-geom=NO', flag, ...args, source, 'Vendor:FinishedFeature');
      expect(counted(text)).toBe(await matched(query));
      expect(Number(counted(text))).toBeGreaterThan(1);
    },
    30_000,
  );

  test('ogr2ogr takes all pages into a GeoPackage: every feature, once, where it lies', async () => {
    const file = join(folder, 'all.gpkg');
    await good('ogr2ogr', '-f', 'GPKG', '-nln', 'footprints', file, source, 'Vendor:FinishedFeature');
    const text = await good(
      'ogrinfo',
      '-ro',
      '-q',
      file,
      '-sql',
      'SELECT count(*) AS n, count(DISTINCT featureId) AS ids, max(ST_MaxX(featureGeometry)) AS east FROM footprints',
    );
    expect(text).toMatch(new RegExp(`n \\(Integer\\) = ${await matched('')}`));
    expect(text).toMatch(new RegExp(`ids \\(Integer\\) = ${await matched('')}`));
    expect(text).toMatch(/east \(Real\) = 91/);
  });

  test('some attributes, and a condition of its own in the address', async () => {
    const filtered = `${source}&cql_filter=${encodeURIComponent("source='WV01'")}`;
    const text = await good('ogrinfo', '-ro', filtered, '-spat', '0', '5', '25', '6', 'Vendor:FinishedFeature');
    expect(counted(text)).toBe('2');
    const file = join(folder, 'some.csv');
    await good('ogr2ogr', '-f', 'CSV', '-select', 'featureId,cloudCover', file, source, 'Vendor:FinishedFeature');
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect([lines[0], lines.length]).toEqual(['featureId,cloudCover', 261]);
  });

  test.each(['1.1.0', '1.0.0'])(
    '%s: lists and reads',
    async (version) => {
      const text = await good(
        'ogrinfo',
        '-ro',
        '-geom=SUMMARY',
        `${source}&VERSION=${version}`,
        '-where',
        "source = 'WV01'",
        'Vendor:FinishedFeature',
      );
      expect(counted(text)).toBe('5');
    },
    30_000,
  );

  test('with a wrong key it fails, and not with an empty layer', async () => {
    const { status } = await run('ogrinfo', '-ro', '-so', `${source}x`, 'Vendor:FinishedFeature');
    expect(status).not.toBe(0);
  });
});
