import { describe, expect, test } from 'vitest';
import type { ChosenCell } from '../../server/src/select/survey/choose-tiles.ts';
import { undominated } from '../../server/src/select/cover/undominated.ts';
import type { CoverProblem } from '../../server/src/select/cover/cover-problem.ts';
import { fewest } from '../../server/src/select/cover/fewest.ts';
import { PlatformError } from '../../server/src/shared/errors.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';
import { planeArea } from './plane-area.ts';
import { home, outline, quarters, sceneOf, select } from './survey-support.ts';

const aoi = { intersects: outline(home) };

describe('best_cover', () => {
  test('fewer than a greedy choice takes', async () => {
    // The largest one shows 10 of 16 parts, yet two halves show all.
    const largest = {
      type: 'GeometryCollection',
      geometries: ['0', '10', '11', '20', '21', '30', '31'].map((digits) => outline(home + digits)),
    } as const;
    const scenes = [
      sceneOf('greedy', { geometry: largest }),
      sceneOf('west', { geometry: quarters(home, '02') }),
      sceneOf('east', { geometry: quarters(home, '13') }),
    ];
    const { cover } = await select(scenes, { ...aoi, best_cover: 100 });
    expect(cover).toEqual({ percent: 100, acquisitions: ['east', 'west'], is_fewest: true, gaps: null });
  });

  test('less than all needs fewer, and leaves gaps', async () => {
    const scenes = [
      sceneOf('large', { geometry: quarters(home, '012') }),
      sceneOf('small', { geometry: quarters(home, '3') }),
    ];
    const { cover } = await select(scenes, { ...aoi, best_cover: 60 });
    expect(cover).toMatchObject({ percent: 75, acquisitions: ['large'], is_fewest: true });
    expect(planeArea(cover!.gaps!)).toBeCloseTo(planeArea(outline(`${home}3`)), 9);
    expect((await select(scenes, { ...aoi, best_cover: 80 })).cover).toMatchObject({
      percent: 100,
      acquisitions: ['large', 'small'],
    });
  });

  test('what cannot be reached is come as near to as there is', async () => {
    const { cover } = await select([sceneOf('a', { geometry: quarters(home, '0') })], { ...aoi, best_cover: 100 });
    expect(cover).toMatchObject({ percent: 25, acquisitions: ['a'], is_fewest: true });
    expect(planeArea(cover!.gaps!)).toBeCloseTo(planeArea(quarters(home, '123')), 9);
  });

  test('without any imagery all is a gap', async () => {
    const { cover } = await select([], { ...aoi, best_cover: 50 });
    expect(cover).toMatchObject({ percent: 0, acquisitions: [], is_fewest: true });
    expect(planeArea(cover!.gaps!)).toBeCloseTo(planeArea(outline(home)), 9);
  });

  test('only tiles that match count, beyond the stack depth too; items of one acquisition are one', async () => {
    const scenes = [
      sceneOf('cloudy', { properties: { 'eo:cloud_cover': 90 } }),
      sceneOf('a1', { geometry: quarters(home, '01'), properties: { catalog_id: 'A', 'eo:cloud_cover': 5 } }),
      sceneOf('a2', { geometry: quarters(home, '23'), properties: { catalog_id: 'A', 'eo:cloud_cover': 5 } }),
      sceneOf('best', { geometry: quarters(home, '0'), properties: { 'eo:cloud_cover': 1 } }),
    ];
    const found = await select(scenes, {
      ...aoi,
      stack_depth: 1,
      best_cover: 100,
      query: { 'eo:cloud_cover': { lt: 10 } },
    });
    expect(found.acquisitions).toEqual(['best']);
    expect(found.cover).toMatchObject({ percent: 100, acquisitions: ['A'] });
  });

  test('over several cells', async () => {
    const parent = 'Z13-03113323111';
    const scenes = [...'0123'].map((digit) => sceneOf(`s${digit}`, { geometry: outline(parent + digit) }));
    const wide = sceneOf('wide', { geometry: quarters(parent, '012') });
    const { cover } = await select([...scenes, wide], { intersects: outline(parent), best_cover: 99.9 });
    expect(cover).toMatchObject({ percent: 100, acquisitions: ['s3', 'wide'], is_fewest: true, gaps: null });
  });

  test('an area of too many cells: 400', async () => {
    const refused = select([], { bbox: [-100, 0, 0, 50], best_cover: 50 });
    await expect(refused).rejects.toThrow(PlatformError);
    await expect(refused).rejects.toThrow("'best_cover' needs an area of at most 10000 cells");
  });
});

const problemOf = (sets: readonly (readonly number[])[], areas: readonly number[]): CoverProblem => ({
  acquisitions: sets.map((_, i) => `a${i}`),
  partAreasM2: Float64Array.from(areas),
  partsOf: sets.map((set) => Int32Array.from(set)),
  totalM2: areas.reduce((a, b) => a + b, 0),
});

const areaOf = (sets: readonly (readonly number[])[], areas: readonly number[], picked: readonly number[]) =>
  [...new Set(picked.flatMap((place) => sets[place]!))].reduce((sum, part) => sum + areas[part]!, 0);

describe('the fewest', () => {
  test('against every choice there is', () => {
    const seed = testSeed();
    const random = createRandom(seed);
    for (let round = 0; round < 200; round++) {
      const areas = Array.from({ length: 1 + random.below(10) }, () => 1 + random.below(9));
      const sets = Array.from({ length: 1 + random.below(9) }, () =>
        areas.flatMap((_, part) => (random.chance(0.35) ? [part] : [])),
      );
      const reachable = areaOf(
        sets,
        areas,
        sets.map((_, i) => i),
      );
      const wanted = reachable * (0.5 + random.next() * 0.6);
      const found = fewest(problemOf(sets, areas), wanted);
      const sizes = Array.from({ length: 2 ** sets.length }, (_, mask) =>
        sets.flatMap((_, i) => ((mask >> i) & 1 ? [i] : [])),
      )
        .filter((picked) => areaOf(sets, areas, picked) >= Math.min(wanted, reachable) - 1e-9)
        .map(({ length }) => length);
      const where = `seed ${seed}, round ${round}: ${JSON.stringify({ sets, areas, wanted })}`;
      expect({ where, isFewest: found.isFewest, count: found.picked.length, coveredM2: found.coveredM2 }).toEqual({
        where,
        isFewest: true,
        count: Math.min(...sizes),
        coveredM2: areaOf(sets, areas, found.picked),
      });
    }
  });

  test('it stops looking in time, and says so', () => {
    const random = createRandom(7);
    const areas = Array.from({ length: 400 }, () => 1 + random.next());
    const sets = Array.from({ length: 200 }, () => areas.flatMap((_, part) => (random.chance(0.05) ? [part] : [])));
    const found = fewest(
      problemOf(sets, areas),
      areas.reduce((a, b) => a + b, 0),
      1_000_000,
    );
    expect(found.isFewest).toBe(false);
    expect(found.picked.length).toBeGreaterThan(5);
    expect(fewest(problemOf(sets, areas), 1e9, 1_000_000)).toEqual(found);
  });
});

const cellOf = (...tiles: readonly (readonly [acquisition: string, isWhole: boolean])[]) =>
  ({ matching: tiles.map(([acquisition, isWhole]) => ({ acquisition, isWhole })) }) as unknown as ChosenCell;

describe('acquisitions that need not be looked at', () => {
  test('another one shows all that they may show', () => {
    const cells = [cellOf(['a', true], ['b', false], ['c', true]), cellOf(['a', true], ['b', true], ['d', false])];
    expect(undominated(['a', 'b', 'c', 'd'], cells)).toEqual(['a']);
  });

  test('of equals the first stays, and nobody goes for a part of a cell', () => {
    expect(undominated(['a', 'b'], [cellOf(['a', true], ['b', true])])).toEqual(['a']);
    expect(undominated(['a', 'b'], [cellOf(['a', false], ['b', false])])).toEqual(['a', 'b']);
    expect(undominated(['a', 'b'], [cellOf(['a', true]), cellOf(['b', true])])).toEqual(['a', 'b']);
  });

  test('beyond the thirty-second cell', () => {
    const cells = Array.from({ length: 70 }, (_, i) =>
      cellOf(['a', true], ['b', i !== 65], ...(i === 69 ? [['c', true] as const] : [])),
    );
    expect(undominated(['a', 'b', 'c'], cells)).toEqual(['a']);
    expect(undominated(['b', 'a', 'c'], cells.slice(0, 65))).toEqual(['b']);
    expect(undominated(['b', 'a', 'c'], cells)).toEqual(['a']);
  });
});
