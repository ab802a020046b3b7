import { describe, expect, test } from 'vitest';
import { writeWkt } from '../../server/src/geometry/write-wkt.ts';
import { home, outline, quarters, sceneOf, select } from './survey-support.ts';

const aoi = { intersects: outline(home) };

const clouds = (text: string) => sceneOf('a', { properties: { 'tile:cloud_polys': text, 'eo:cloud_cover': 1 } });

const valuesOf = async (properties: Record<string, unknown>) => {
  const { cellList } = await select([sceneOf('a', { properties })], aoi);
  const { 'aoi:cloud_free_percentage': free, 'aoi:cloud_free_estimated': isEstimated } = cellList[0]!.best_matches[0]!;
  return [free, isEstimated];
};

describe('clouds', () => {
  test('drawn in a property they count exactly, within the area', async () => {
    const scene = clouds(writeWkt(quarters(home, '03')));
    const { cellList } = await select([scene], { intersects: quarters(home, '01') });
    expect(cellList[0]!.best_matches[0]).toMatchObject({
      'tile:cloud_percentage': 50,
      'tile:cloud_free_percentage': 50,
      'aoi:cloud_free_percentage': 50,
    });
    expect(cellList[0]!.best_matches[0]).not.toHaveProperty('aoi:cloud_free_estimated');
    expect(cellList[0]!.best_matches[0]!['tile:cloud_polys']).toMatch(/POLYGON/);
    const { cellList: clear } = await select([scene], { intersects: quarters(home, '12') });
    expect(clear[0]!.best_matches[0]).toMatchObject({ 'aoi:cloud_free_percentage': 100, 'tile:cloud_percentage': 50 });
  });

  test('drawn in a file beside the imagery', async () => {
    const assets = { clouds: { href: '/archive/clouds.geojson', type: 'application/geo+json', roles: ['metadata'] } };
    const document = {
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties: {}, geometry: quarters(home, '0') }],
    };
    const of = async (text: string | null) => {
      const files: Record<string, string> = text === null ? {} : { 'file:///archive/clouds.geojson': text };
      const { cellList } = await select([sceneOf('a', { assets, properties: { 'eo:cloud_cover': 1 } })], aoi, {
        files,
      });
      return cellList[0]!.best_matches[0]!;
    };
    expect(await of(JSON.stringify(document))).toMatchObject({
      'aoi:cloud_free_percentage': 75,
      'tile:cloud_percentage': 25,
    });
    expect(await of('{"type":"FeatureCollection","features":[]}')).toMatchObject({
      'aoi:cloud_free_percentage': 100,
      'tile:cloud_polys': null,
    });
    for (const unusable of [null, 'no json', '{}', '{"type":"Polygon","coordinates":5}'])
      expect(await of(unusable)).toMatchObject({ 'aoi:cloud_free_percentage': 99, 'aoi:cloud_free_estimated': true });
  });

  test('said of the tile, then of the strip, else not known', async () => {
    expect(await valuesOf({ 'tile:clouds_percent': 20, 'eo:cloud_cover': 90, 'grid:code': `MXRA-${home}` })).toEqual([
      80,
      undefined,
    ]);
    expect(await valuesOf({ 'tile:clouds_percent': 20, 'eo:cloud_cover': 90 })).toEqual([10, true]);
    expect(await valuesOf({ 'eo:cloud_cover': 33.3 })).toEqual([66, true]);
    expect(await valuesOf({})).toEqual([null, undefined]);
  });

  test('what is not known matches nothing', async () => {
    const { tiles, warnings } = await select([sceneOf('a')], {
      ...aoi,
      query: { 'aoi:cloud_free_percentage': { gte: 0 } },
    });
    expect(tiles).toBe(0);
    expect(warnings).toEqual(["query.aoi:cloud_free_percentage.gte: none of 1 tiles has 'aoi:cloud_free_percentage'"]);
  });
});
