import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writerOf } from '../../stac/writes-fixture.ts';
import {
  type PictureArchive,
  errorOf,
  inRed,
  tilesOf,
  pixelsOf,
  quarters,
  startPictureArchive,
  tiff,
  tileAt,
} from './picture-archive.ts';

let archive: PictureArchive;

beforeAll(async () => {
  archive = await startPictureArchive();
  await archive.item('quarters', { assets: { visual: tiff(archive.file('quarters.tif', quarters.bytes())) } });
});
afterAll(() => archive.stop());

/** A polygon of one degree of latitude. */
const part = (west: number, east: number) => [
  [
    [west, 9],
    [east, 9],
    [east, 10],
    [west, 10],
    [west, 9],
  ],
];

describe('GET /streaming/v1/tiles/{collection}/{item}/tilejson.json', () => {
  type TileJson = { tiles: string[]; bounds: number[]; center: number[]; minzoom: number; maxzoom: number };

  test('200: TileJSON whose address leads to tiles and carries the look, never a key', async () => {
    await archive.item('named', {
      properties: { gsd: 0.5, title: 'A scene', providers: [{ name: 'Swath' }] },
      assets: { visual: tiff(`file://${archive.folder}/quarters.tif`) },
    });
    const { key } = await writerOf(archive, ['stream']);
    const answer = await fetch(
      `${archive.url}${tilesOf('named')}/tilejson.json?bands=3,2,1&rescale=0,255&vendor_api_key=${key}`,
    );
    const text = await answer.text();
    expect([answer.status, text.includes(key)]).toEqual([200, false]);
    const { tiles, bounds, center, ...rest } = JSON.parse(text) as TileJson;
    expect(rest).toEqual({
      tilejson: '3.0.0',
      scheme: 'xyz',
      name: 'A scene',
      attribution: 'Swath',
      minzoom: 0,
      maxzoom: 18,
    });
    expect(bounds).toHaveLength(4);
    expect(bounds[0]! < center[0]! && center[0]! < bounds[2]!).toBe(true);
    expect(tiles[0]).toMatch(/\{z\}\/\{x\}\/\{y\}\.png\?bands=3%2C2%2C1&rescale=0%2C255$/);
    const { path, column, row } = tileAt(32633, ...inRed, 18);
    const [z, x, y] = path.split('/');
    const tile = await fetch(tiles[0]!.replace('{z}', z!).replace('{x}', x!).replace('{y}', y!), {
      headers: { 'vendor-api-key': key },
    });
    const [red, green, blue] = quarters.colours[0];
    expect((await pixelsOf(tile)).at(column, row)).toEqual([blue, green, red, 255]);
  });

  test('200: of a scene across the antimeridian the bounds are the whole turn, the middle is in the scene', async () => {
    const geometry = { type: 'MultiPolygon', coordinates: [part(179.5, 180), part(-180, -178.5)] };
    const assets = { visual: tiff(`file://${archive.folder}/quarters.tif`) };
    await archive.item('pacific', { geometry, assets, properties: { gsd: 10 } });
    const answer = await archive.picture(`${tilesOf('pacific')}/tilejson.json`);
    const { bounds, center } = (await answer.json()) as TileJson;
    expect(bounds).toEqual([-180, 9, 180, 10]);
    expect(center).toEqual([-179.5, 9.5, 8]);
  });

  test('304, and 400 for what cannot be drawn', async () => {
    const path = `${tilesOf('quarters')}/tilejson.json`;
    const etag = (await archive.picture(path)).headers.get('etag')!;
    const again = await fetch(archive.url + path, {
      headers: { authorization: `Bearer ${archive.token}`, 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
    expect((await archive.picture(`${path}?bands=1`)).headers.get('etag')).not.toBe(etag);
    expect((await errorOf(archive, `${path}?asset=none`)).status).toBe(400);
  });
});
