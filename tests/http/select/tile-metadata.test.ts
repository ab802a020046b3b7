import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bboxGeometry } from '../../../server/src/geometry/box.ts';
import { type WriteService, looseItem, startWriteService } from '../../stac/writes-fixture.ts';
import { assert, invalidParameters, notFound } from '../../support/assert.ts';

let swath: WriteService;
/** The tile of both scenes. */
const cell = 'Z13-031133231113';

beforeAll(async () => {
  swath = await startWriteService();
  await swath.collection('ard');
  const scenes = [
    ['old', '2020-07-10T17:40:00Z', 5],
    ['new', '2021-01-16T17:40:00Z', 60],
  ] as const;
  for (const [id, datetime, clouds] of scenes)
    await swath.send('POST', '/collections/ard/items', {
      json: looseItem(id, {
        geometry: bboxGeometry([-106.9, 35.25, -106.7, 35.45]),
        properties: { datetime, platform: 'worldview-02', 'eo:cloud_cover': clouds },
      }),
    });
});
afterAll(() => swath.stop());

type Tiles = { readonly features: readonly { readonly properties: Record<string, unknown> }[] };
const bbox = [-106.9, 35.25, -106.7, 35.45];
const ask = (path: string, json: unknown) => swath.send('POST', `/metadata/cells/${path}`, { json });
const tilesOf = async (path: string, json: unknown) => (await ask(path, json)).json<Tiles>().features;
const idsOf = async (path: string, json: unknown = {}) =>
  (await tilesOf(path, json)).map(({ properties }) => String(properties['acquisition_id']));

describe('POST /metadata/cells/{cell_id}/acquisitions', () => {
  test('200: the tiles of that cell alone, newest first', async () => {
    const tiles = await tilesOf(`${cell}/acquisitions`, {});
    expect(tiles.map(({ properties }) => [properties['acquisition_id'], properties['cell_id']])).toEqual([
      ['new', cell],
      ['old', cell],
    ]);
    expect(tiles[0]).toMatchObject({
      type: 'Feature',
      geometry: { type: 'Polygon' },
      properties: { date: '2021-01-16', 'tile:zone': 13, 'tile:quadkey': '031133231113', 'tile:data_percentage': 100 },
    });
  });

  test.each([
    [{ stack_depth: 1 }, ['new']],
    [{ ids: ['old'] }, ['old']],
    [{ acq_ids: ['old'] }, ['old']],
    [{ query: { 'eo:cloud_cover': { lt: 20 } } }, ['old']],
    [{ datetime: '2021' }, ['new']],
    [{ bbox: [-106.79, 35.33, -106.78, 35.34] }, ['new', 'old']],
    [{ intersects: 'POLYGON ((-106.79 35.33, -106.78 35.33, -106.78 35.34, -106.79 35.33))' }, ['new', 'old']],
    [{ intersects: 'POLYGON ((10 50, 11 50, 11 51, 10 50))' }, []],
  ])('200: %j', async (json, ids) => {
    expect(await idsOf(`${cell}/acquisitions`, json)).toEqual(ids);
  });

  test.each(['nothing', 'Z13-0', 'Z99-031133231113'])('404 for %s, which is no cell of imagery', async (id) => {
    assert.refusal(await ask(`${id}/acquisitions`, {}), notFound);
  });
});

describe('POST /metadata/cells/acquisitions', () => {
  test('200: as many as a select of all finds, as features, as STAC, and as an order takes them', async () => {
    const select = await swath.send('POST', '/select', { json: { bbox, stack_depth: 100 } });
    const { stack_depth_summary: summary } = select.json<{ stack_depth_summary: { tiles: number } }>();
    const ids = await idsOf('acquisitions', { bbox });
    expect(ids).toHaveLength(summary.tiles);
    expect(ids).toEqual([...ids].sort());
    const [item] = await tilesOf('acquisitions?format=stac', { bbox });
    expect(item).toMatchObject({
      stac_version: '1.0.0',
      properties: { 'grid:code': expect.stringMatching(/^MXRA-Z13/) },
    });
    const order = (await ask('acquisitions?format=order', { bbox })).json<Record<string, string[]>>();
    expect(Object.keys(order)).toEqual(['new', 'old']);
    expect(order['new']).toContain(cell);
  });

  test('400 without an area or ids, for a bad one and for an unknown format', async () => {
    expect((await ask('acquisitions', {})).json()['message']).toContain("Either 'intersects' or 'bbox'");
    expect((await ask('acquisitions', { bbox: [1] })).json()['message']).toContain('Problem with intersects/bbox');
    assert.refusal(await ask('acquisitions?format=pdf', { bbox }), {
      ...invalidParameters,
      message: /'format' must be/,
    });
    assert.refusal(await ask('acquisitions', [1]), { ...invalidParameters, message: /'body' must be an object/ });
  });
});

describe('GET /metadata/cells/{cell_id}/acquisitions/{acquisition}', () => {
  test('200 for what it shows of the cell, 404 for what it does not', async () => {
    const tile = await swath.send('GET', `/metadata/cells/${cell}/acquisitions/old`);
    expect([tile.status, tile.json()]).toEqual([
      200,
      expect.objectContaining({
        properties: expect.objectContaining({ acquisition_id: 'old', cell_id: cell }) as unknown,
      }),
    ]);
    assert.refusal(await swath.send('GET', `/metadata/cells/${cell}/acquisitions/none`), notFound);
    assert.refusal(await swath.send('GET', `/metadata/cells/Z13-031133231111/acquisitions/none`), notFound);
  });
});
