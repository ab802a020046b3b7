import { DatabaseSync } from '@photostructure/sqlite';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saySkipped } from '../support/say-skipped.ts';
import { type ExportService, plainItems, startExportService, uglyItems } from './support.ts';

const hasGdal = spawnSync('ogrinfo', ['--version']).status === 0;
if (!hasGdal) saySkipped('gdal', 'no ogrinfo (gdal-bin)');

const folder = mkdtempSync(join(tmpdir(), 'export-gdal-'));
const count = uglyItems.length + 40;
let swath: ExportService;
beforeAll(async () => {
  swath = await startExportService();
  await swath.collection('c');
  await swath.load('c', [...uglyItems, ...plainItems(40)]);
});
afterAll(async () => {
  await swath.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function saved(format: string, query = ''): Promise<string> {
  const path = join(folder, `items${query.length}.${format}`);
  writeFileSync(path, await swath.bytes(`/search?f=${format}${query}`));
  return path;
}

const run = (program: string, ...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  expect([program, status, stderr.replaceAll(/^.*integer overflow.*$/gm, '').trim()]).toEqual([program, 0, '']);
  return stdout;
};

describe.skipIf(!hasGdal)('GDAL opens what is exported', () => {
  test('csv, with its geometry and types', async () => {
    const text = run('ogrinfo', '-ro', '-so', '-al', '-oo', 'AUTODETECT_TYPE=YES', await saved('csv'));
    expect(text).toContain(`Feature Count: ${count}`);
    expect(text).toMatch(/Extent: \(-180\.0+, -10\.0+\) - \(180\.0+, 11\.0+\)/);
    expect(text).toMatch(/datetime: DateTime/);
    expect(text).toMatch(/eo:cloud_cover: Real/);
  });

  test('gpkg: a layer of footprints with typed columns and its index', async () => {
    const path = await saved('gpkg');
    const text = run('ogrinfo', '-ro', '-so', '-al', path);
    expect(text).toContain('Layer name: items');
    expect(text).toContain(`Feature Count: ${count}`);
    expect(text).toMatch(/Extent: \(-180\.0+, -10\.0+\) - \(180\.0+, 11\.0+\)/);
    expect(text).toMatch(/datetime: DateTime/);
    expect(text).toMatch(/eo:cloud_cover: Real/);
    expect(text).toMatch(/stac_item: String/);
    expect(text).toContain('WGS 84');
    const some = run('ogrinfo', '-ro', '-al', '-geom=SUMMARY', '-spat', '4', '4', '6', '6', '-fields=NO', path);
    expect(some.match(/OGRFeature/g)).toHaveLength(1);
    const named = run('ogrinfo', '-ro', '-q', '-where', `"eo:cloud_cover" = 99`, '-geom=NO', path, 'items');
    expect(named).toContain('properties.id (String) = not the id');
  });

  test('gpkg: somebody may edit it, and its index stays true', async () => {
    const path = await saved('gpkg', '&sortby=id');
    run('ogrinfo', path, '-sql', `DELETE FROM items WHERE id = 'antimeridian'`);
    expect(run('ogrinfo', '-ro', '-so', '-al', '-spat', '171', '-5', '172', '5', path)).toContain('Feature Count: 0');
  });

  test('ndjson and text sequences', async () => {
    for (const [format, driver] of [
      ['ndjson', 'GeoJSONSeq'],
      ['geojsonseq', 'GeoJSONSeq'],
    ] as const) {
      const path = await saved(format, '&collections=c&bbox=-180,-90,180,90&datetime=2021-12-01T00:00:00Z/..');
      const text = execFileSync('ogrinfo', ['-ro', '-so', '-al', `${driver}:${path}`], {
        encoding: 'utf8',
        stdio: 'pipe',
      });
      expect(text).toContain('Feature Count: 40');
    }
  });
});

describe('f=gpkg', () => {
  test('is a sound database whose rows are the items in their order', async () => {
    const database = new DatabaseSync(await saved('gpkg'), { readOnly: true });
    try {
      expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
      expect(database.prepare('PRAGMA application_id').get()).toEqual({ application_id: 0x47504b47 });
      const rows = database.prepare('SELECT id, stac_item, geom IS NULL AS bare FROM items ORDER BY fid').all() as {
        id: string;
        stac_item: string;
        bare: number;
      }[];
      const walked = await swath.walk('');
      expect(rows.map(({ stac_item: item }) => JSON.parse(item) as unknown)).toEqual(walked);
      expect(rows.filter(({ bare }) => bare === 1).map(({ id }) => id)).toEqual(['no-geometry']);
      const extent = database.prepare('SELECT min_x, min_y, max_x, max_y, srs_id FROM gpkg_contents').get();
      expect(extent).toEqual({ min_x: -180, min_y: -10, max_x: 180, max_y: 11, srs_id: 4326 });
    } finally {
      database.close();
    }
  });

  test('fields say which columns there are', async () => {
    const database = new DatabaseSync(await saved('gpkg', '&fields=id,platform,geometry'), { readOnly: true });
    const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all('items') as { name: string }[];
    database.close();
    expect(columns.map(({ name }) => name)).toEqual(['fid', 'geom', 'id', 'collection', 'platform']);
  });
});
