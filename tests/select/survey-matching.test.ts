import { describe, expect, test } from 'vitest';
import { home, outline, quarters, sceneOf, select } from './survey-support.ts';

const far = 'Z13-031133322222';
const aoi = { intersects: outline(home) };

describe('which tiles match', () => {
  test('datetime, whole periods, both ends in', async () => {
    const times = [
      '2019-12-31T23:59:59.9999Z',
      '2020-01-01T00:00:00Z',
      '2020-12-31T23:59:59.9999Z',
      '2021-01-01T00:00:00Z',
    ];
    const scenes = times.map((datetime, i) => sceneOf(`s${i}`, { properties: { datetime } }));
    const found = async (datetime: string) => (await select(scenes, { ...aoi, datetime })).acquisitions;
    expect(await found('2020')).toEqual(['s2', 's1']);
    expect(await found('2020/..')).toEqual(['s3', 's2', 's1']);
    expect(await found('../2019')).toEqual(['s0']);
    expect(await found('2020-01-01T00:00:00Z')).toEqual(['s1']);
  });

  test('image_age_category', async () => {
    const scenes = ['2026-06-01', '2025-01-01', '2010-01-01'].map((date, i) =>
      sceneOf(`s${i}`, { properties: { datetime: `${date}T00:00:00Z` } }),
    );
    const of = async (image_age_category: unknown) =>
      (await select(scenes, { ...aoi, image_age_category })).acquisitions;
    expect(await of('fresh')).toEqual(['s0']);
    expect(await of(['standard', 'training'])).toEqual(['s1', 's2']);
    const { areaSqkm } = await select(scenes, aoi);
    expect(areaSqkm).toEqual({ fresh: 25, standard: 25, training: 25 });
  });

  test('every computed field', async () => {
    const scene = sceneOf('one', {
      geometry: quarters(home, '01'),
      properties: {
        datetime: '2020-03-07T10:00:00Z',
        catalog_id: 'A',
        'eo:cloud_cover': 10,
        modified: '2021-01-01T00:00:00Z',
        instruments: ['VNIR'],
      },
    });
    const holds: Record<string, unknown> = {
      acquisition_id: { eq: 'A' },
      collection: { in: ['c'] },
      date: { eq: '2020-03-07' },
      datetime: { between: ['2020-03-07', '2020-03-08'] },
      collect_day: { eq: '07' },
      collect_month: { lte: '03' },
      collect_month_day: { or: [{ gte: '12-21' }, { lte: '03-20' }] },
      cell_id: { eq: home },
      id: { eq: `A-${home}` },
      epsg: { eq: 32613 },
      'tile:zone': { eq: 13 },
      'tile:quadkey': { contains: '0311' },
      'tile:data_percentage': { eq: 50 },
      'tile:no_data_percentage': { eq: 50 },
      'tile:cloud_percentage': { eq: 10 },
      'tile:cloud_free_percentage': { gte: 90 },
      'aoi:data_percentage': { eq: 50 },
      'aoi:data_area_sqkm': { eq: 13 },
      'aoi:cloud_free_percentage': { eq: 90 },
      modified: { gt: '2020' },
      instruments: { 'not-contains': 'SWIR' },
      catalog_id: { eq: 'A' },
    };
    for (const [field, spec] of Object.entries(holds)) {
      expect(await select([scene], { ...aoi, query: { [field]: spec } })).toMatchObject({ tiles: 1, warnings: [] });
      expect(await select([scene], { ...aoi, query: { [field]: { not: spec } } })).toMatchObject({ tiles: 0 });
    }
    expect((await select([scene], { ...aoi, query: holds })).tiles).toBe(1);
  });

  test('ids with an area, by any of the names an acquisition has', async () => {
    const scenes = [
      sceneOf('one', { properties: { catalog_id: 'A' } }),
      sceneOf('two', { properties: { acquisition_id: 'B' } }),
      sceneOf('C'),
      sceneOf('four', { properties: { catalog_id: 'D' }, geometry: outline(far) }),
    ];
    const found = await select(scenes, { ...aoi, ids: ['A', 'B', 'C', 'one', 'D', 'X'] });
    expect([...found.acquisitions].sort()).toEqual(['A', 'B', 'C']);
    expect(found.warnings).toEqual(['ids: one, D, X not found with the other members']);
  });

  test('ids alone: whole acquisitions, each cell counts whole', async () => {
    const scenes = [
      sceneOf('one', { properties: { catalog_id: 'A' }, geometry: outline('Z13-03113323111') }),
      sceneOf('B'),
    ];
    const found = await select(scenes, { ids: ['A'] });
    expect(found).toMatchObject({ acquisitions: ['A'], cells: 4, tiles: 4, aoiAreaSqkm: null, warnings: [] });
    expect(found.cellList[0]!.best_matches[0]).toMatchObject({ 'aoi:data_percentage': 100, 'aoi:data_area_sqkm': 25 });
  });

  test('more ids than one look into an index takes', async () => {
    const ids = Array.from({ length: 450 }, (_, i) => `id${i}`);
    const found = await select(
      ids.map((id) => sceneOf(id)),
      { ids, stack_depth: 100 },
    );
    expect(found.cellList[0]!.available_tiles).toBe(450);
  });

  test('what the caller was not granted is not there', async () => {
    const scenes = [sceneOf('a'), sceneOf('b', { collection: 'hidden' })];
    expect((await select(scenes, aoi, { visibility: new Set(['c']) })).acquisitions).toEqual(['a']);
    expect((await select(scenes, { ids: ['b'] }, { visibility: new Set(['c']) })).warnings).toEqual([
      'ids: b not found',
    ]);
  });

  test('collections', async () => {
    const scenes = [sceneOf('a'), sceneOf('b', { collection: 'd' })];
    expect((await select(scenes, { ...aoi, collections: ['d'] })).acquisitions).toEqual(['b']);
  });

  test('items without time are left out, and told; items without geometry are not found', async () => {
    const scenes = [
      sceneOf('a'),
      sceneOf('timeless', { properties: { datetime: null } }),
      sceneOf('nowhere', { geometry: null }),
    ];
    const found = await select(scenes, aoi);
    expect(found.acquisitions).toEqual(['a']);
    expect(found.warnings).toEqual(['datetime: 1 item without a time left out']);
    expect(await select(scenes, { ids: ['nowhere'] })).toMatchObject({ tiles: 0 });
  });

  test('an item of an interval is of the time when it starts', async () => {
    const scene = sceneOf('a', {
      properties: { datetime: null, start_datetime: '2020-01-01T00:00:00Z', end_datetime: '2020-02-01T00:00:00Z' },
    });
    expect((await select([scene], aoi)).cellList[0]!.best_matches[0]!.date).toBe('2020-01-01');
  });
});
