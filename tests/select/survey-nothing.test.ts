import { describe, expect, test } from 'vitest';
import type { Polygon } from '../../server/src/geometry/geojson.ts';
import { home, outline, sceneOf, select } from './survey-support.ts';

const far = 'Z13-031133322222';
const aoi = { intersects: outline(home) };

describe('nothing found says why', () => {
  const scenes = [
    sceneOf('a', { properties: { platform: 'one', 'eo:cloud_cover': 50, 'view:off_nadir': 10 } }),
    sceneOf('b', { properties: { platform: 'two', 'eo:cloud_cover': 5, 'view:off_nadir': 30 } }),
  ];
  const declareds = [[], ['platform', 'eo:cloud_cover']];
  const warningsOf = async (members: Record<string, unknown>) => {
    const [plain, indexed] = await Promise.all(
      declareds.map((declared) => select(scenes, { ...aoi, ...members }, { declared })),
    );
    expect(plain!.tiles).toBe(0);
    expect(indexed!.warnings).toEqual(plain!.warnings);
    return plain!.warnings;
  };

  test.each([
    [
      { query: { 'eo:cloud_cover': { lte: 110 } } },
      'query.eo:cloud_cover.lte: 110 is outside of 0 to 100, so it matches nothing',
    ],
    [{ query: { platform: { eq: 'three' } } }, 'query.platform.eq: none of 2 items matches'],
    [{ query: { other: { eq: 'x' } } }, "query.other.eq: none of 2 items has 'other'"],
    [{ query: { 'aoi:data_area_sqkm': { gt: 25 } } }, 'query.aoi:data_area_sqkm.gt: none of 2 tiles matches'],
    [
      { query: { platform: { eq: 'one' }, 'eo:cloud_cover': { lt: 10 } } },
      'query: no tile matches all of query.platform.eq, query.eo:cloud_cover.lt together',
    ],
    [{ query: 'text' }, 'query: it is not an object, so it matches nothing'],
    [{ datetime: '1999' }, 'datetime: nothing there is of that time; without it there would be some'],
    [{ collections: ['none'] }, 'collections: nothing there is of these; without them there would be some'],
    [{ collections: ['none'], datetime: '1999' }, 'datetime, collections: nothing there is of both'],
    [{ image_age_category: ['fresh', 'training'] }, 'image_age_category: nothing there is fresh or training'],
    [{ intersects: outline(far) }, 'intersects: the archive has nothing there'],
    [{ intersects: undefined, bbox: [10, 10, 10.1, 10.1] }, 'bbox: the archive has nothing there'],
    [{ ids: ['z'] }, 'ids: z not found with the other members'],
  ])('%#: %j', async (members, warning) => {
    expect(await warningsOf(members)).toEqual([warning]);
  });

  test('an area below a square metre, by the member that it was sent in', async () => {
    const [[first, , opposite]] = (outline(home) as Polygon).coordinates as [Polygon['coordinates'][number]];
    const [west, south] = [(first![0]! + opposite![0]!) / 2, (first![1]! + opposite![1]!) / 2];
    const bbox = [west, south, west + 5e-6, south + 5e-6];
    expect(await warningsOf({ intersects: undefined, bbox })).toEqual([
      'bbox: no imagery shares a square metre with it',
    ]);
  });

  test('an empty archive', async () => {
    expect((await select([], aoi)).warnings).toEqual(['intersects: the archive has nothing there']);
  });

  test('flaws and unknown members are told where something was found, too', async () => {
    const found = await select(scenes, {
      ...aoi,
      stackDepth: 3,
      query: { platform: { or: [{ eq: 'one' }, { like: 'x' }] } },
    });
    expect(found.tiles).toBe(1);
    expect(found.warnings[0]).toMatch(/^stackDepth: /);
    expect(found.warnings[1]).toBe("query.platform.or[1].like: 'like' is not an operator, so it matches nothing");
  });

  test('more items than are counted again', async () => {
    const many = Array.from({ length: 30 }, (_, i) => sceneOf(`s${i}`, { properties: { platform: 'one', gsd: i } }));
    const options = { declared: ['platform'], bounds: { pageSize: 10 } };
    expect((await select(many, { ...aoi, query: { platform: { eq: 'two' } } }, options)).warnings).toEqual([
      'query.platform.eq: nothing there matches',
    ]);
    expect(
      (await select(many, { ...aoi, query: { platform: { eq: 'one' }, gsd: { gt: 50 } } }, options)).warnings,
    ).toEqual(['query: no tile matches all of query.platform.eq, query.gsd.gt together']);
  });
});
