import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { geometryBlob } from '../../../server/src/adapters/geopackage/geometry-blob.ts';
import { createGeoPackageWriter } from '../../../server/src/adapters/geopackage/write-geopackage.ts';
import { connect } from '../../../server/src/adapters/sqlite/driver.ts';
import type { FeatureLayer, FeatureRow } from '../../../server/src/geometry/feature-layers.ts';
import type { Geometry, Polygon } from '../../../server/src/geometry/geojson.ts';
import { bytesOf, fileOf, sampleNeeds } from '../support/read-file.ts';
import { sampleCells, sampleSelection } from '../support/sample-selection.ts';
import { cpuMs } from '../../support/cpu-ms.ts';

const home = mkdtempSync(join(tmpdir(), 'geopackage-'));
const newFolder = () => mkdtempSync(join(home, 'file-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const cells = sampleCells(6, 4);

/** The answers of a GeoPackage to questions in SQL. */
function opened(bytes: Buffer) {
  const file = join(newFolder(), 'file.gpkg');
  writeFileSync(file, bytes);
  const connection = connect(file);
  return {
    exec: (sql: string) => connection.exec(sql),
    ask: (sql: string) =>
      connection
        .prepare(sql)
        .all()
        .map((row) => Object.values(row as object)),
  };
}

const square: Polygon = { type: 'Polygon', coordinates: [[[0, 0], [2, 0], [2, 1], [0, 1], [0, 0]]] }; // prettier-ignore

const layerOf = (rows: FeatureLayer['rows'], changes: Partial<FeatureLayer> = {}): FeatureLayer => ({
  name: 'places',
  description: 'Some places',
  geometryType: 'MultiPolygon',
  columns: [{ name: 'name', type: 'text' }],
  rows,
  ...changes,
});

const write = (layers: readonly FeatureLayer[]) =>
  bytesOf({ body: createGeoPackageWriter(newFolder())({ layers, lastChangeMs: Date.UTC(2026, 0, 2) }) });

describe('the file', () => {
  test('is a GeoPackage 1.3 that SQLite finds whole', async () => {
    const { ask } = opened(await bytesOf(fileOf('gpkg', cells)));
    expect(ask('PRAGMA application_id')).toEqual([[0x47504b47]]);
    expect(ask('PRAGMA user_version')).toEqual([[10_300]]);
    expect(ask('PRAGMA integrity_check')).toEqual([['ok']]);
    expect(ask('PRAGMA foreign_key_check')).toEqual([]);
    expect(ask('SELECT srs_id FROM gpkg_spatial_ref_sys ORDER BY 1')).toEqual([[-1], [0], [4326]]);
  });

  test('lists its layers with the moment of the select and their extents', async () => {
    const { ask } = opened(await bytesOf(fileOf('gpkg', cells)));
    const contents = ask('SELECT table_name, last_change, min_x, max_y FROM gpkg_contents');
    expect(contents.map(([name, change]) => [name, change])).toEqual(
      ['aoi', 'cells', 'tiles'].map((name) => [name, '2026-05-03T09:30:00.000Z']),
    );
    expect(contents[0]!.slice(2)).toEqual([-106.8, 35.37]);
    expect(ask('SELECT count(*) FROM cells')).toEqual([[cells.length]]);
    const tiles = cells.flatMap(({ best_matches }) => best_matches);
    expect(ask('SELECT tile_id, rank, "aoi:data_area_sqkm", datetime FROM tiles LIMIT 1')).toEqual([
      [tiles[0]!.id, 1, 25, tiles[0]!.datetime.replace('000Z', 'Z')],
    ]);
  });

  test('has gaps where the cover has them', async () => {
    const cover = { percent: 97, acquisitions: ['a'], is_fewest: true, gaps: square };
    const { ask } = opened(await bytesOf(fileOf('gpkg', cells, sampleSelection(cells, {}, { cover }))));
    expect(ask('SELECT count(*) FROM gaps')).toEqual([[1]]);
  });

  test('of a select by ids has an area of interest without rows', async () => {
    const { ask } = opened(await bytesOf(fileOf('gpkg', cells, sampleSelection(cells, { aoi: null }))));
    expect(ask('SELECT count(*) FROM aoi')).toEqual([[0]]);
    expect(ask("SELECT min_x FROM gpkg_contents WHERE table_name = 'aoi'")).toEqual([[null]]);
  });

  test('is the same to the byte whenever it is written', async () => {
    expect((await bytesOf(fileOf('gpkg', cells))).equals(await bytesOf(fileOf('gpkg', cells)))).toBe(true);
  });
});

describe('the writer', () => {
  test('a blob is header, envelope and well-known binary; a single polygon becomes a multi polygon', async () => {
    const { ask } = opened(await write([layerOf([{ geometry: square, values: ['a'] }])]));
    const [[blob]] = ask('SELECT geom FROM places') as [[Uint8Array]];
    const bytes = Buffer.from(blob);
    expect(bytes.subarray(0, 8).toString('hex')).toBe('47500003e6100000');
    expect([8, 16, 24, 32].map((offset) => bytes.readDoubleLE(offset))).toEqual([0, 2, 0, 1]);
    expect(bytes.readUInt32LE(41)).toBe(6);
    expect(bytes.length).toBe(40 + 9 + 13 + 5 * 16);
  });

  test('every kind of geometry fills exactly its blob', () => {
    const line = [[1, 2, 9], [3, 4, 9]]; // prettier-ignore
    const parts: Geometry[] = [
      { type: 'Point', coordinates: [1, 2, 9] },
      { type: 'MultiPoint', coordinates: line },
      { type: 'LineString', coordinates: line },
      { type: 'MultiLineString', coordinates: [line, line] },
      square,
      { type: 'MultiPolygon', coordinates: [square.coordinates, square.coordinates] },
    ];
    const blob = geometryBlob({ type: 'GeometryCollection', geometries: parts }, [1, 2, 3, 4], 4326);
    // The last position of the last ring, which is the first one again.
    expect([blob.readDoubleLE(blob.length - 16), blob.readDoubleLE(blob.length - 8)]).toEqual([0, 0]);
    expect(blob.length).toBe(40 + 9 + 21 + 51 + 41 + 91 + 93 + 195);
  });

  test('the index knows every geometry, and forgets what is deleted', async () => {
    const rows = [{ geometry: square, values: ['a'] }, { geometry: null, values: ['b'] }]; // prettier-ignore
    const { ask, exec } = opened(await write([layerOf(rows)]));
    expect(ask('SELECT * FROM rtree_places_geom')).toEqual([[1, 0, 2, 0, 1]]);
    exec('DELETE FROM places WHERE fid = 1');
    expect(ask('SELECT count(*) FROM rtree_places_geom')).toEqual([[0]]);
    expect(ask("SELECT count(*) FROM sqlite_master WHERE type = 'trigger'")).toEqual([[6]]);
  });

  test('names of any kind are names: hostile ones, equal but for their case, and those that are taken', async () => {
    const columns = ['fid', 'Geom', 'x"; DROP TABLE gpkg_contents; --', 'Name', 'name'].map(
      (name) => ({ name, type: 'text' }) as const,
    );
    const name = 'places "of" \'mine\'; --';
    const { ask } = opened(
      await write([layerOf([{ geometry: square, values: ['a', 'b', 'c', 'd', 'e'] }], { name, columns })]),
    );
    expect(ask('SELECT table_name FROM gpkg_contents')).toEqual([[name]]);
    expect(ask(`SELECT name FROM pragma_table_info('${name.replaceAll("'", "''")}')`).flat()).toEqual([
      'fid',
      'geom',
      'fid_2',
      'Geom_2',
      'x"; DROP TABLE gpkg_contents; --',
      'Name',
      'name_2', // prettier-ignore
    ]);
  });

  test('values are of their column’s kind', async () => {
    const types = ['text', 'integer', 'real', 'boolean', 'date', 'datetime', 'datetime'] as const;
    const columns = types.map((type, index) => ({ name: `c${index}`, type }));
    const values = ['é', 3, 0.5, true, '2026-05-03', '2026-05-03T10:00:00.123456+02:00', 'no date'];
    const { ask } = opened(await write([layerOf([{ geometry: null, values }], { columns })]));
    expect(ask('SELECT c0, c1, c2, c3, c4, c5, c6 FROM places')).toEqual([
      ['é', 3, 0.5, 1, '2026-05-03', '2026-05-03T08:00:00.123Z', null],
    ]);
  });
});

async function* endless(): AsyncGenerator<FeatureRow> {
  for (;;) yield { geometry: square, values: ['a'] };
}

function* failing(): Generator<FeatureRow> {
  yield { geometry: square, values: ['a'] };
  throw new Error('the store is gone');
}

describe('nothing is left behind', () => {
  test('when the file was read, or its reader leaves in the middle', async () => {
    const folder = newFolder();
    const needs = sampleNeeds({ writeGeoPackage: createGeoPackageWriter(folder) });
    await bytesOf(fileOf('gpkg', cells, undefined, needs));
    for await (const chunk of fileOf('gpkg', cells, undefined, needs).body) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  test('when rows fail', async () => {
    const folder = newFolder();
    const body = createGeoPackageWriter(folder)({ layers: [layerOf(failing())], lastChangeMs: 0 });
    await expect(bytesOf({ body })).rejects.toThrow('the store is gone');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('when the caller leaves while rows are written', async () => {
    const [folder, caller] = [newFolder(), new AbortController()];
    const body = createGeoPackageWriter(folder)({ layers: [layerOf(endless())], lastChangeMs: 0 }, caller.signal);
    const reading = bytesOf({ body });
    await expect.poll(() => readdirSync(folder)).toHaveLength(1);
    caller.abort();
    await expect(reading).rejects.toThrow(/abort/i);
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('2,000 tiles are written in turns: others wait but moments', async () => {
  const many = sampleCells(40, 24);
  expect(many.flatMap(({ best_matches }) => best_matches).length).toBeGreaterThan(2_000);
  await bytesOf(fileOf('gpkg', cells));
  const turnsMs: number[] = [];
  // In processor time, since other programs take the machine away at will.
  let before = cpuMs();
  const turn = () => {
    turnsMs.push(cpuMs() - before);
    before = cpuMs();
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  await bytesOf(fileOf('gpkg', many));
  clearImmediate(next);
  const [longest, sum] = [Math.max(...turnsMs), turnsMs.reduce((all, each) => all + each, 0)];
  // Written at once it would be nearly all of it; a collection of garbage takes its time within one turn.
  expect(longest).toBeLessThan(sum / 2);
});
