import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { type Archive, makeItem, putCollections, startArchive } from './archive.ts';

let archive: Archive;

beforeAll(async () => {
  archive = await startArchive([
    makeItem('1', { properties: { platform: 'wv02', 'eo:cloud_cover': 7, secret: 'a' } }),
    makeItem('2', { collection: 'b', properties: { platform: 'wv03' } }),
  ]);
  await putCollections(archive.swath.service.catalog, 'empty');
});
afterAll(() => archive.stop());

const ask = (path: string) => archive.get(path);
const post = (path: string, json: unknown) => call(archive.url, 'POST', path, { token: archive.token, json });

describe('400, with the name of what is wrong', () => {
  test.each([
    ['/aggregate', 'aggregations'],
    ['/aggregate?aggregations=', 'aggregations'],
    ['/aggregate?aggregations=total_count,nonsense_frequency', 'nonsense_frequency'],
    ['/aggregate?aggregations=secret_frequency', 'secret_frequency'],
    ['/aggregate?aggregations=datetime_frequency&datetime_frequency_interval=fortnight', 'datetime_frequency_interval'],
    [
      '/aggregate?aggregations=centroid_geohash_grid_frequency&centroid_geohash_grid_frequency_precision=13',
      'precision',
    ],
    [
      '/aggregate?aggregations=centroid_geohash_grid_frequency&centroid_geohash_grid_frequency_precision=0',
      'precision',
    ],
    [
      '/aggregate?aggregations=centroid_geotile_grid_frequency&centroid_geotile_grid_frequency_precision=1.5',
      'precision',
    ],
    [
      '/aggregate?aggregations=centroid_geotile_grid_frequency&centroid_geotile_grid_frequency_precision=0x2',
      'precision',
    ],
    [
      '/aggregate?aggregations=cloud_cover_frequency&cloud_cover_frequency_interval=0',
      'cloud_cover_frequency_interval',
    ],
    [
      '/aggregate?aggregations=cloud_cover_frequency&cloud_cover_frequency_interval=-5',
      'cloud_cover_frequency_interval',
    ],
    ['/collections/a/aggregate?aggregations=total_count&bogus_frequency_interval=50', 'bogus_frequency_interval'],
    [
      '/collections/a/aggregate?aggregations=total_count&platform_frequency_precision=5',
      'platform_frequency_precision',
    ],
    ['/aggregate?aggregations=total_count&collections=nowhere', 'nowhere'],
    ['/aggregate?aggregations=total_count&bbox=1,2,3', 'bbox'],
    ['/aggregate?aggregations=total_count&filter=a%20%3D', 'filter'],
    ['/collections/a/aggregate?aggregations=total_count&nonsense=1', 'nonsense'],
    ['/collections/a/aggregate?aggregations=total_count&collections=b', 'collections'],
    ['/collections/empty/aggregate?aggregations=platform_frequency', 'platform_frequency'],
    ['/collections/a/aggregations?x=1', 'x'],
  ])('GET %s', async (path, name) => {
    const answer = await ask(path);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(name);
  });

  test.each([
    [[], 'body'],
    [{}, 'aggregations'],
    [{ aggregations: [5] }, 'aggregations'],
    [{ aggregations: ['toString'] }, 'toString'],
    [{ aggregations: Array.from({ length: 51 }, (_, i) => `a${i}`) }, 'aggregations'],
    [{ aggregations: ['datetime_frequency'], datetime_frequency_interval: 7 }, 'datetime_frequency_interval'],
    [
      { aggregations: ['total_count'], bbox: [0, 0, 1, 1], intersects: { type: 'Point', coordinates: [0, 0] } },
      'intersects',
    ],
  ])('POST %j', async (body, name) => {
    const answer = await post('/aggregate', body);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(name);
  });
});
