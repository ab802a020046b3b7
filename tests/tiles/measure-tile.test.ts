import { describe, expect, test } from 'vitest';
import { measureTile } from '../../server/src/tiles/measure-tile.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';
import { both, drawn, either, nowhere, planarArea, ringOf, square, told, without } from './support-shapes.ts';

const close = (measured: number | null, true_: number) =>
  expect(Math.abs(measured! - true_)).toBeLessThanOrEqual(0.01 + 1e-6 * true_);

const cell = ringOf(0, 0, 5000, 0, 5000, 5000, 0, 5000);

describe('measures of a tile', () => {
  test('agree with the topology library, for one to four sources, clouds and areas of interest', () => {
    const random = createRandom(testSeed());
    let compared = 0;
    for (let round = 0; round < 150; round++) {
      const sources = Array.from({ length: 1 + random.below(4) }, () => {
        const isClear = random.chance(0.4);
        return { data: drawn(random), clouds: isClear ? { topology: nowhere, layer: [] } : drawn(random) };
      });
      const aoi = random.chance(0.2) ? null : drawn(random);
      const area = aoi?.topology ?? square;
      const truth = told(() => {
        let [shown, cloudy] = [nowhere, nowhere];
        for (const { data, clouds } of sources) {
          cloudy = either(cloudy, both(without(data.topology, shown), clouds.topology));
          shown = either(shown, data.topology);
        }
        return [shown, cloudy, area, both(shown, area), both(cloudy, area)].map(planarArea);
      });
      const layers = sources.map(({ data, clouds }) => ({ data: data.layer, clouds: clouds.layer }));
      const measures = measureTile(layers, aoi?.layer ?? null);
      expect(measures.cellAreaM2).toBe(25_000_000);
      if (truth === null) continue;
      compared++;
      close(measures.dataAreaM2, truth[0]!);
      close(measures.cloudAreaM2, truth[1]!);
      close(measures.aoiAreaM2, truth[2]!);
      close(measures.aoiDataAreaM2, truth[3]!);
      close(measures.aoiCloudAreaM2, truth[4]!);
    }
    expect(compared).toBeGreaterThan(140);
  });

  test('are those of what an odd number of rings enclose, where rings cross themselves or each other', () => {
    const bowTie = ringOf(1000, 1000, 3000, 3000, 3000, 1000, 1000, 3000);
    expect(measureTile([{ data: [bowTie], clouds: null }], null).dataAreaM2).toBeCloseTo(2_000_000, 3);
    const crossed = [ringOf(0, 0, 2000, 0, 2000, 2000, 0, 2000), ringOf(1000, 0, 3000, 0, 3000, 2000, 1000, 2000)];
    expect(measureTile([{ data: crossed, clouds: null }], null).dataAreaM2).toBeCloseTo(4_000_000, 3);
    const twice = ringOf(0, 0, 1000, 0, 1000, 1000, 0, 1000, 0, 0, 1000, 0, 1000, 1000, 0, 1000);
    expect(measureTile([{ data: [twice], clouds: null }], null).dataAreaM2).toBeCloseTo(0, 3);
  });

  test('are not led astray by bridges, spikes, repeated places, straight corners and rings of nothing', () => {
    const bridged = ringOf(0, 0, 1000, 0, 1000, 1000, 0, 1000, 0, 4000, 1000, 4000, 1000, 5000, 0, 5000, 0, 1000);
    const spiked = ringOf(0, 0, 1000, 0, 1000, 500, 4000, 500, 1000, 500, 1000, 1000, 1000, 1000, 500, 1000, 0, 1000);
    const nothing = [ringOf(), ringOf(5, 5), ringOf(1, 1, 9, 9), ringOf(3, 3, 3, 3, 3, 3), ringOf(0, 0, 4, 4, 2, 2)];
    const half = [ringOf(0, 0, 500, 0, 500, 5000, 0, 5000)];
    const of = (data: Float64Array[]) => measureTile([{ data, clouds: [] }], half);
    expect(of([bridged]).dataAreaM2).toBeCloseTo(2_000_000, 3);
    expect(of([bridged]).aoiDataAreaM2).toBeCloseTo(1_000_000, 3);
    expect(of([spiked]).dataAreaM2).toBeCloseTo(1_000_000, 3);
    expect(of([spiked]).aoiDataAreaM2).toBeCloseTo(500_000, 3);
    expect(of([...nothing, spiked]).aoiDataAreaM2).toBeCloseTo(500_000, 3);
    expect(of(nothing).dataAreaM2).toBeCloseTo(0, 6);
  });

  test('of random scribbles stay within the cell, add up, and never throw', () => {
    const random = createRandom(testSeed() + 1);
    const scribble = () =>
      Array.from({ length: 1 + random.below(3) }, () => {
        const grid = random.pick([1, 1000, 2500]);
        const places = Array.from(
          { length: 2 * random.below(14) },
          () => Math.round((5000 * random.next()) / grid) * grid,
        );
        return Float64Array.from(places);
      });
    for (let round = 0; round < 500; round++) {
      const [data, clouds, inside] = [scribble(), scribble(), scribble()];
      const all = measureTile([{ data, clouds }], null);
      const within = measureTile([{ data, clouds }], inside);
      const outside = measureTile([{ data, clouds }], [...inside, cell]);
      close(within.aoiDataAreaM2 + outside.aoiDataAreaM2, all.dataAreaM2);
      close(within.aoiCloudAreaM2! + outside.aoiCloudAreaM2!, all.cloudAreaM2!);
      close(within.aoiAreaM2 + outside.aoiAreaM2, 25_000_000);
      expect(all.cloudAreaM2!).toBeLessThanOrEqual(all.dataAreaM2 + 1e-3);
      expect(all.dataAreaM2).toBeLessThanOrEqual(25_000_000.001);
    }
  });

  test('say nothing of clouds where a source that shows through has none drawn', () => {
    const left = [ringOf(0, 0, 2500, 0, 2500, 5000, 0, 5000)];
    const right = [ringOf(2500, 0, 5000, 0, 5000, 5000, 2500, 5000)];
    const clouds = [ringOf(0, 0, 1000, 0, 1000, 1000, 0, 1000)];
    const unknown = { data: right, clouds: null };
    expect(measureTile([unknown], null).cloudAreaM2).toBeNull();
    expect(measureTile([{ data: left, clouds }, unknown], left)).toMatchObject({
      cloudAreaM2: null,
      aoiCloudAreaM2: expect.closeTo(1_000_000, 3),
    });
    const covered = measureTile([{ data: [cell], clouds }, unknown], right);
    expect(covered.cloudAreaM2).toBeCloseTo(1_000_000, 3);
    expect(covered.aoiCloudAreaM2).toBeCloseTo(0, 3);
    expect(measureTile([unknown], left)).toMatchObject({ aoiDataAreaM2: 0, aoiCloudAreaM2: 0 });
  });

  test('of no source at all are those of nothing', () => {
    const none = { cellAreaM2: 25_000_000, dataAreaM2: 0, cloudAreaM2: 0, aoiDataAreaM2: 0, aoiCloudAreaM2: 0 };
    expect(measureTile([], null)).toEqual({ ...none, aoiAreaM2: 25_000_000 });
    expect(measureTile([{ data: [], clouds: null }], [])).toEqual({ ...none, aoiAreaM2: 0 });
  });
});
