import { describe, expect, test } from 'vitest';
import { PlatformError } from '../../server/src/shared/errors.ts';
import { home, outline, sceneOf, select } from './survey-support.ts';

const aoi = { intersects: outline(home) };

describe('large and ugly areas', () => {
  test('the planet over a small archive: only cells with tiles', async () => {
    const found = await select([sceneOf('a'), sceneOf('b', { geometry: outline('Z01-300222100202') })], {
      bbox: [-180, -90, 180, 90],
    });
    expect(found.cellList.map(({ cell_id }) => cell_id)).toEqual(['Z01-300222100202', home].sort());
    expect(found.warnings).toEqual(['bbox: it has more than 10000 cells, so those without tiles are not listed']);
    expect(found.aoiAreaSqkm).toBeGreaterThan(510e6);
  });

  test('more candidate tiles than are allowed: 400 with the figure', async () => {
    const scenes = [sceneOf('a', { geometry: outline('Z13-03113323') })];
    const refused = select(scenes, { intersects: outline('Z13-03113323') }, { bounds: { mostTiles: 200 } });
    await expect(refused).rejects.toThrow(PlatformError);
    await expect(refused).rejects.toMatchObject({
      kind: 'invalid_parameters',
      message: expect.stringContaining('more than 200 candidate tiles'),
    });
    expect((await select(scenes, { intersects: outline('Z13-03113323') }, { bounds: { mostTiles: 256 } })).tiles).toBe(
      256,
    );
  });

  test('one scene of the size of a continent over the planet: 400 with the figure', async () => {
    const scene = sceneOf('a', {
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-120, 0],
            [-60, 0],
            [-60, 50],
            [-120, 50],
            [-120, 0],
          ],
        ],
      },
    });
    await expect(select([scene], { bbox: [-180, -90, 180, 90] })).rejects.toThrow('more than 200000 candidate tiles');
  });

  test('more items than are allowed: 400 with the figure', async () => {
    const scenes = ['a', 'b', 'c'].map((id) => sceneOf(id));
    await expect(select(scenes, aoi, { bounds: { mostItems: 2 } })).rejects.toThrow('more than 2 items');
  });

  test('across the antimeridian', async () => {
    const geometry = {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [179.9, -18],
            [180, -18],
            [180, -17.9],
            [179.9, -17.9],
            [179.9, -18],
          ],
        ],
        [
          [
            [-180, -18],
            [-179.9, -18],
            [-179.9, -17.9],
            [-180, -17.9],
            [-180, -18],
          ],
        ],
      ],
    } as const;
    const folded = {
      type: 'Polygon',
      coordinates: [
        [
          [179.9, -18],
          [-179.9, -18],
          [-179.9, -17.9],
          [179.9, -17.9],
          [179.9, -18],
        ],
      ],
    } as const;
    const scenes = [
      sceneOf('cut', { geometry }),
      sceneOf('folded', { geometry: folded, bbox: [179.9, -18, -179.9, -17.9] }),
    ];
    const found = await select(scenes, { bbox: [179.95, -17.99, -179.95, -17.91] });
    expect(found.cellList.map(({ cell_id }) => cell_id.slice(0, 3))).toContain('Z01');
    expect(found.cellList.map(({ cell_id }) => cell_id.slice(0, 3))).toContain('Z60');
    for (const { best_matches } of found.cellList)
      expect(best_matches.map((tile) => tile['aoi:data_percentage'])).toEqual([100, 100]);
  });

  test('across the edge of a zone every cell is whole', async () => {
    const geometry = {
      type: 'Polygon',
      coordinates: [
        [
          [-108.2, 35],
          [-107.8, 35],
          [-107.8, 35.3],
          [-108.2, 35.3],
          [-108.2, 35],
        ],
      ],
    } as const;
    const found = await select([sceneOf('a', { geometry })], { bbox: [-108.1, 35.1, -107.9, 35.2] });
    expect(new Set(found.cellList.map(({ cell_id }) => cell_id.slice(0, 3)))).toEqual(new Set(['Z12', 'Z13']));
    for (const { best_matches } of found.cellList)
      expect(best_matches[0]).toMatchObject({ 'aoi:data_percentage': 100 });
  });

  test('10,000 vertices', async () => {
    const ring = Array.from({ length: 9_999 }, (_, i) => {
      const angle = (i / 9_999) * 2 * Math.PI;
      const radius = 0.2 + 0.01 * Math.sin(40 * angle);
      return [-106.6 + radius * Math.cos(angle), 35.25 + radius * Math.sin(angle)];
    });
    const intersects = { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
    const found = await select([sceneOf('a', { geometry: outline('Z13-03113') })], { intersects });
    expect(found.cells).toBeGreaterThan(50);
    for (const { best_matches } of found.cellList)
      expect(best_matches[0]).toMatchObject({ 'aoi:data_percentage': 100 });
  });

  test('it ends where it is told to at its next pause', async () => {
    const scenes = Array.from({ length: 30 }, (_, i) => sceneOf(`s${i}`));
    let pauses = 0;
    const pause = async () => {
      if (++pauses === 3) throw new Error('stopped');
    };
    await expect(select(scenes, aoi, { bounds: { pageSize: 5 }, pause })).rejects.toThrow('stopped');
    expect(pauses).toBe(3);
  });
});
