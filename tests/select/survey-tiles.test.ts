import { describe, expect, test } from 'vitest';
import { readWkt } from '../../server/src/geometry/read-wkt.ts';
import { home, outline, quarters, sceneOf, select } from './survey-support.ts';

const aoi = { intersects: outline(home) };
const idsIn = (cell: { readonly best_matches: readonly { readonly acquisition_id: string }[] } | undefined) =>
  cell!.best_matches.map(({ acquisition_id }) => acquisition_id);

describe('the tiles of a cell', () => {
  test('a scene that covers the cell is a whole tile, with every member of the record', async () => {
    const { cellList, ...summary } = await select(
      [
        sceneOf('one', {
          geometry: outline('Z13-03113323111'),
          properties: {
            datetime: '2026-01-15T10:00:00.5Z',
            catalog_id: '10300100AAAAAAAA',
            platform: 'worldview-03',
            constellation: 'worldview',
            instruments: ['VNIR'],
            'eo:cloud_cover': 12.5,
            'view:off_nadir': 20,
            'view:sun_elevation': 40,
            updated: '2026-02-01T00:00:00Z',
            gsd: 0.3,
            pan_resolution_avg: 0.31,
          },
        }),
      ],
      aoi,
    );
    expect(summary).toMatchObject({
      acquisitions: ['10300100AAAAAAAA'],
      warnings: [],
      cells: 1,
      cellsWithTiles: 1,
      cellsFulfilled: 0,
      tiles: 1,
      candidateTiles: 1,
      aoiAreaSqkm: 25,
      areaSqkm: { fresh: 0, standard: 25, training: 0 },
      cover: null,
    });
    expect(cellList).toHaveLength(1);
    const {
      best_matches: [tile],
      ...cell
    } = cellList[0]!;
    expect(cell).toEqual({
      cell_id: home,
      available_tiles: 1,
      stack_depth_fulfilled: false,
      acquisition_datetime_min: '2026-01-15T10:00:00.500000Z',
      acquisition_datetime_max: '2026-01-15T10:00:00.500000Z',
    });
    const { wkt, ...record } = tile!;
    expect(record).toEqual({
      id: `10300100AAAAAAAA-${home}`,
      acquisition_id: '10300100AAAAAAAA',
      collection: 'c',
      items: ['one'],
      cell_id: home,
      epsg: 32613,
      date: '2026-01-15',
      datetime: '2026-01-15T10:00:00.500000Z',
      modified: '2026-02-01T00:00:00Z',
      constellation: 'worldview',
      platform: 'worldview-03',
      instruments: ['VNIR'],
      'eo:cloud_cover': 12.5,
      'view:off_nadir': 20,
      'view:azimuth': null,
      'view:sun_azimuth': null,
      'view:sun_elevation': 40,
      off_nadir_min: null,
      off_nadir_max: null,
      pan_resolution_min: null,
      pan_resolution_avg: 0.31,
      pan_resolution_max: null,
      multi_resolution_min: null,
      multi_resolution_avg: null,
      multi_resolution_max: null,
      gsd: 0.3,
      'tile:quadkey': home.slice(4),
      'tile:zone': 13,
      'tile:data_percentage': 100,
      'tile:no_data_percentage': 0,
      'tile:cloud_percentage': 12.5,
      'tile:cloud_free_percentage': 87.5,
      'tile:cloud_polys': null,
      'aoi:data_area_sqkm': 25,
      'aoi:data_percentage': 100,
      'aoi:cloud_free_percentage': 87,
      'aoi:cloud_free_estimated': true,
    });
    expect(readWkt(wkt).type).toBe('Polygon');
  });

  test('fields of the area are of the area, fields of the tile of the cell', async () => {
    const scene = sceneOf('half', { geometry: quarters(home, '01') });
    const { cellList } = await select([scene], { intersects: quarters(home, '0') });
    expect(cellList[0]!.best_matches[0]).toMatchObject({
      'tile:data_percentage': 50,
      'tile:no_data_percentage': 50,
      'aoi:data_percentage': 100,
      'aoi:data_area_sqkm': 7,
    });
    const { cellList: part } = await select([scene], { intersects: quarters(home, '02') });
    expect(part[0]!.best_matches[0]).toMatchObject({
      'tile:data_percentage': 50,
      'aoi:data_percentage': 50,
      'aoi:data_area_sqkm': 7,
    });
  });

  test('what is not whole is never 100', async () => {
    const nearly = outline(`${home}0000000`);
    const hole = {
      type: 'Polygon',
      coordinates: [
        ...(outline(home) as never as { coordinates: [] }).coordinates,
        ...(nearly as never as { coordinates: [] }).coordinates,
      ],
    } as never;
    const { cellList } = await select([sceneOf('a', { geometry: hole })], aoi);
    expect(cellList[0]!.best_matches[0]).toMatchObject({
      'tile:data_percentage': 99.99,
      'tile:no_data_percentage': 0.01,
      'aoi:data_percentage': 99,
      'aoi:data_area_sqkm': 25,
    });
  });

  test('several items of one acquisition are one tile, the newest uppermost', async () => {
    const scenes = [
      sceneOf('b', { geometry: quarters(home, '01'), properties: { catalog_id: 'X', platform: 'late' } }),
      sceneOf('a', {
        geometry: quarters(home, '2'),
        properties: { catalog_id: 'X', platform: 'early', datetime: '2026-01-15T09:00:00Z' },
      }),
      sceneOf('a', { geometry: quarters(home, '2'), collection: 'other', properties: { catalog_id: 'X' } }),
    ];
    const { cellList, acquisitions } = await select(scenes, aoi);
    expect(acquisitions).toEqual(['X']);
    expect(cellList[0]!.best_matches).toMatchObject([
      { id: `X-${home}`, items: ['b', 'a'], platform: 'late', collection: 'c', 'aoi:data_percentage': 75 },
      { id: `X-${home}`, items: ['a'], collection: 'other', 'aoi:data_percentage': 25 },
    ]);
  });

  test('an item with the code of a cell belongs to that cell alone', async () => {
    const coded = sceneOf('coded', {
      geometry: outline('Z13-03113323111'),
      properties: { 'grid:code': `MXRA-${home}` },
    });
    const { cellList } = await select([coded], { intersects: outline('Z13-03113323111') });
    expect(cellList).toHaveLength(4);
    expect(cellList.filter(({ available_tiles }) => available_tiles > 0).map(({ cell_id }) => cell_id)).toEqual([home]);
  });

  test('cells without tiles are listed, by zone and quadkey', async () => {
    const { cellList, cells, cellsWithTiles } = await select([sceneOf('a')], {
      intersects: outline('Z13-03113323111'),
    });
    expect(cellList.map(({ cell_id }) => cell_id.slice(-1))).toEqual(['0', '1', '2', '3']);
    expect(cellList[0]).toEqual({
      cell_id: 'Z13-031133231110',
      available_tiles: 0,
      stack_depth_fulfilled: false,
      acquisition_datetime_min: null,
      acquisition_datetime_max: null,
      best_matches: [],
    });
    expect([cells, cellsWithTiles]).toEqual([4, 1]);
  });

  test('what only touches the area shows nothing of it', async () => {
    const { tiles, warnings } = await select([sceneOf('a', { geometry: outline(`${home}0`) })], {
      intersects: outline(`${home}3`),
    });
    expect(tiles).toBe(0);
    expect(warnings).toEqual(['intersects: no imagery shares a square metre with it']);
  });

  test('stack_depth best ones, by the query, and how many there were', async () => {
    const scenes = [10, 50, 30, 20].map((sun, i) => sceneOf(`s${i}`, { properties: { 'view:sun_elevation': sun } }));
    const { cellList, acquisitions, cellsFulfilled, areaSqkm } = await select(scenes, {
      ...aoi,
      stack_depth: 2,
      query: { 'view:sun_elevation': { gte: 5 }, 'aoi:data_percentage': { gte: 50 } },
    });
    expect(idsIn(cellList[0])).toEqual(['s1', 's2']);
    expect(cellList[0]).toMatchObject({ available_tiles: 4, stack_depth_fulfilled: true });
    expect([acquisitions, cellsFulfilled, areaSqkm.standard]).toEqual([['s1', 's2'], 1, 50]);
  });

  test('acquisitions are listed newest first', async () => {
    const scenes = ['2020', '2024', '2022'].map((year) =>
      sceneOf(`of${year}`, { properties: { datetime: `${year}-01-01T00:00:00Z` } }),
    );
    const { acquisitions, areaSqkm } = await select(scenes, aoi);
    expect(acquisitions).toEqual(['of2024', 'of2022', 'of2020']);
    expect(areaSqkm).toEqual({ fresh: 0, standard: 25, training: 50 });
  });
});

test('what an item says in another form than it should is null in the record', async () => {
  const properties = {
    platform: 5,
    instruments: 'VNIR',
    'eo:cloud_cover': '12',
    'view:off_nadir': [1],
    gsd: 'x',
    constellation: { a: 1 },
  };
  const { cellList } = await select([sceneOf('a', { properties })], aoi);
  const record = cellList[0]!.best_matches[0]!;
  expect(record).toMatchObject({
    platform: null,
    instruments: ['VNIR'],
    'eo:cloud_cover': null,
    'view:off_nadir': null,
    constellation: null,
  });
  expect(record).not.toHaveProperty('gsd');
});
