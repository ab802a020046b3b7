import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { boxOf } from '../../../server/src/geometry/box.ts';
import { readWkt } from '../../../server/src/geometry/read-wkt.ts';
import type { FileFormat } from '../../../server/src/select/files/formats.ts';
import { saySkipped } from '../../support/say-skipped.ts';
import { bytesOf, fileOf } from '../support/read-file.ts';
import { sampleCell, sampleCells, sampleSelection, sampleTile } from '../support/sample-selection.ts';

const hasGdal = spawnSync('ogrinfo', ['--version']).status === 0;
if (!hasGdal) saySkipped('gdal', 'no ogrinfo (gdal-bin)');

const folder = mkdtempSync(join(tmpdir(), 'select-gdal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hostile = { acquisition_id: `"'; DROP TABLE tiles; --<b>,\n`, platform: '=1+1' };
const odd = { ...sampleCell('Z22-213131031101', 0), best_matches: [sampleTile('Z22-213131031101', 0, hostile)] };
const cells = [...sampleCells(6, 5), odd];
const tiles = cells.flatMap(({ best_matches }) => best_matches);
const gaps = { percent: 50, acquisitions: [], is_fewest: false, gaps: sampleSelection([]).request.aoi };

async function inspected(format: FileFormat, ...options: readonly string[]): Promise<string> {
  const path = join(folder, `select.${format}`);
  writeFileSync(path, await bytesOf(fileOf(format, cells, sampleSelection(cells, {}, { cover: gaps }))));
  return execFileSync('ogrinfo', ['-ro', '-so', '-al', ...options, path], { encoding: 'utf8', stdio: 'pipe' });
}

type Layer = {
  readonly name: string;
  readonly count: number;
  readonly extent: readonly number[];
  readonly geometry: string;
};

const layersIn = (text: string): readonly Layer[] =>
  text
    .split('Layer name: ')
    .slice(1)
    .map((part) => ({
      name: part.slice(0, part.indexOf('\n')),
      geometry: /Geometry: (.*)/.exec(part)![1]!,
      count: Number(/Feature Count: (\d+)/.exec(part)![1]),
      extent: [.../Extent: \((.*?), (.*?)\) - \((.*?), (.*?)\)/.exec(part)!].slice(1).map(Number),
    }));

describe.skipIf(!hasGdal)('GDAL opens the files of a select', () => {
  test.each(['geojson', 'geojsonl'] as const)('%s', async (format) => {
    const [layer] = layersIn(await inspected(format));
    expect(layer).toMatchObject({ count: cells.length, geometry: 'Polygon' });
    expect(layer!.extent[0]).toBeCloseTo(-106.81618, 4);
  });

  test('csv, with its geometry', async () => {
    const text = await inspected('csv', '-oo', 'AUTODETECT_TYPE=YES');
    expect(layersIn(text)[0]).toMatchObject({ count: tiles.length });
    const north = Math.max(...tiles.map(({ wkt }) => boxOf(readWkt(wkt))![3]));
    expect(layersIn(text)[0]!.extent[3]).toBeCloseTo(north, 5);
    expect(text).toMatch(/^aoi:data_area_sqkm: Integer /m);
    expect(text).toMatch(/^view:off_nadir: Real /m);
  });

  test('gpkg: layers, counts, extents and kinds of columns', async () => {
    const text = await inspected('gpkg');
    expect(text).not.toMatch(/warning|error/i);
    const layers = layersIn(text);
    expect(layers.map(({ name, count, geometry }) => [name, count, geometry])).toEqual([
      ['aoi', 1, 'Multi Polygon'],
      ['cells', cells.length, 'Multi Polygon'],
      ['tiles', tiles.length, 'Multi Polygon'],
      ['gaps', 1, 'Multi Polygon'],
    ]);
    expect(layers[0]!.extent).toEqual([-106.8, 35.1, -106.36, 35.37]);
    expect(text).toMatch(/^datetime: DateTime /m);
    expect(text).toMatch(/^stack_depth_fulfilled: Integer\(Boolean\) /m);
    expect(text).toMatch(/ID\["EPSG",4326\]/);
  });

  test('gpkg: hostile texts are texts, and the index finds what lies somewhere', async () => {
    await inspected('gpkg');
    const path = join(folder, 'select.gpkg');
    const ask = (...args: readonly string[]) =>
      execFileSync('ogrinfo', ['-ro', '-q', ...args, path, 'tiles'], { encoding: 'utf8' });
    expect(ask('-where', "platform = '=1+1'", '-geom=NO')).toContain(`"'; DROP TABLE tiles; --<b>,`);
    expect(ask('-spat', '-55', '-31', '-48', '-28', '-geom=NO').match(/OGRFeature/g)).toHaveLength(1);
  });

  test('gpkg: a reader may edit it, and the index follows', async () => {
    await inspected('gpkg');
    const path = join(folder, 'select.gpkg');
    const sql = "UPDATE tiles SET geom = (SELECT geom FROM aoi) WHERE platform = '=1+1'";
    execFileSync('ogrinfo', ['-q', '-sql', sql, path]);
    const found = execFileSync('ogrinfo', ['-ro', '-q', '-spat', '-55', '-31', '-48', '-28', path, 'tiles'], {
      encoding: 'utf8',
    });
    expect(found).not.toContain('OGRFeature');
  });
});
