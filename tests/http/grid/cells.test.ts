import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatCell } from '../../../server/src/grid/cell.ts';
import { cellsCovering } from '../../../server/src/grid/cells-covering.ts';
import { writerOf } from '../../stac/writes-fixture.ts';
import { call } from '../../support/call.ts';
import { type Feature, type GridService, area, startGridService } from './support-grid.ts';

let grid: GridService;

beforeAll(async () => {
  grid = await startGridService();
});
afterAll(() => grid.stop());

describe('GET /grid/cells/{cell_id}', () => {
  test('200: the cell with its zone, quadkey and true metres', async () => {
    const answer = await grid.ask('GET', '/grid/cells/Z13-031133231113');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/geo+json; charset=utf-8']);
    const { geometry, bbox, ...rest } = answer.json<Feature>();
    expect(rest).toEqual({
      type: 'Feature',
      id: 'Z13-031133231113',
      properties: {
        cell_id: 'Z13-031133231113',
        'tile:zone': 13,
        'tile:quadkey': '031133231113',
        'proj:code': 'EPSG:32613',
        'proj:bbox': [335_000, 3_910_000, 340_000, 3_915_000],
      },
    });
    const corners = [
      [-106.760190051784, 35.32043318486422],
      [-106.8151717549975, 35.31962004905451],
      [-106.8161802274594, 35.36468200254137],
      [-106.761168016614, 35.36549648670249],
    ] as const;
    const ring = geometry.coordinates[0] as readonly (readonly [number, number])[];
    expect([geometry.type, ring.length]).toEqual(['Polygon', 5]);
    for (const [x, y] of corners)
      expect(Math.min(...ring.map((each) => Math.hypot(each[0] - x, each[1] - y)))).toBeLessThan(1e-11);
    expect(bbox).toHaveLength(4);
  });

  test('200: southern cells have southern metres', async () => {
    const { properties } = (await grid.ask('GET', '/grid/cells/Z01-300222100202')).json<Feature>();
    expect(properties).toMatchObject({
      'proj:code': 'EPSG:32701',
      'proj:bbox': [660_000, 7_730_000, 665_000, 7_735_000],
    });
  });

  test.each([
    '/grid/cells/z13-031133231113',
    '/grid/cells/13/031133231113',
    '/grid/cells/13%2F031133231113',
    '/grid/cells/13-031133231113',
    '/grid/cells/Z13-031133231113/',
    '/api/v1/grid/cells/Z13-031133231113',
    '/api/v1/grid/cells/13/031133231113',
  ])('200: the same by %s', async (path) => {
    const answer = await grid.ask('GET', path);
    expect([answer.status, answer.json<Feature>().id]).toEqual([200, 'Z13-031133231113']);
  });

  test.each([1, 2, 5, 11, 13, 24])('200: at level %i', async (level) => {
    const id = `Z31-1${'2'.repeat(level - 1)}`;
    const { bbox, properties } = (await grid.ask('GET', `/grid/cells/${id}`)).json<Feature>();
    const side = 20_480_000 / 2 ** level;
    expect([properties['cell_id'], properties['proj:bbox']]).toEqual([id, [500_000, 0, 500_000 + side, side]]);
    expect([bbox[0], bbox[1]]).toEqual([3, 0]);
  });

  test('200: a cell on the antimeridian is two polygons, its bbox has west > east', async () => {
    const crossing = cellsCovering({ type: 'Point', coordinates: [180, 10] }).map(formatCell);
    expect(crossing.length).toBeGreaterThan(0);
    for (const id of crossing) {
      const { bbox, geometry } = (await grid.ask('GET', `/grid/cells/${id}`)).json<Feature>();
      expect([geometry.type, geometry.coordinates.length, bbox[0]! > bbox[2]!]).toEqual(['MultiPolygon', 2, true]);
    }
  });

  test.each([
    '/grid/cells/Z61-031133231113',
    '/grid/cells/Z00-0',
    '/grid/cells/Z13-4',
    '/grid/cells/Z13',
    '/grid/cells/Z13-',
    '/grid/cells/unknown',
    '/grid/cells/MXRA-Z13-031133231113',
    '/grid/cells/13/4',
    '/grid/cells/13/031133231113/0',
    `/grid/cells/Z13-${'0'.repeat(25)}`,
    `/grid/cells/Z13-${'0'.repeat(3000)}`,
    '/grid/cells/%00',
    '/grid',
  ])('404: %s', async (path) => {
    const answer = await grid.ask('GET', path);
    expect([answer.status, answer.json()]).toEqual([
      404,
      { message: 'Not Found', code: null, type: 'http_error', request_id: answer.headers.get('x-vendor-requestid') },
    ]);
  });

  test('405 with Allow', async () => {
    const answer = await grid.ask('DELETE', '/grid/cells/Z13-0');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('HEAD: as GET, without a body', async () => {
    const head = await grid.ask('HEAD', '/grid/cells/Z13-031133231113');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('content-type')).toBe('application/geo+json; charset=utf-8');
    expect((await grid.ask('HEAD', '/grid/cells/none')).status).toBe(404);
  });
});

describe('who may ask', () => {
  const paths = ['/grid/cells/Z13-0', '/grid/cells/13/0', '/grid/cells?bbox=1,2,1.01,2.01'];

  test.each(paths)('401 without a credential: %s', async (path) => {
    const answer = await call(grid.url, 'GET', path);
    expect([answer.status, answer.json()['message']]).toEqual([401, 'Unauthorized']);
  });

  test('403 with a key that may not search, 200 with one that may, in header or URL', async () => {
    const [may, mayNot] = [await writerOf(grid, ['search']), await writerOf(grid, ['stream'])];
    for (const path of paths) {
      expect((await grid.ask('GET', path, { key: may.key })).status).toBe(200);
      expect(
        (await call(grid.url, 'GET', `${path}${path.includes('?') ? '&' : '?'}vendor_api_key=${may.key}`)).status,
      ).toBe(200);
      const refused = await grid.ask('GET', path, { key: mayNot.key });
      expect([refused.status, refused.json()['type']]).toEqual([403, 'authorization_error']);
    }
    expect((await grid.ask('POST', '/grid/cells', { key: mayNot.key, json: { bbox: area } })).status).toBe(403);
    expect((await grid.ask('POST', '/grid/cells', { key: may.key, json: { bbox: area } })).status).toBe(200);
  });
});
