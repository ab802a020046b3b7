import { describe, expect, it } from 'vitest';
import { createProjections } from '../../server/src/adapters/proj4/projections.ts';
import { acquisitionOf, collectionOf, sceneProperties } from '../../server/src/demo/describe.ts';
import { frameOf } from '../../server/src/demo/scene-frame.ts';
import type { Scene } from '../../server/src/demo/scene.ts';
import { demoScenes } from '../../server/src/demo/scenes.ts';
import { degrees } from '../../server/src/imagery/known-systems.ts';

const placeNames = [...new Set(demoScenes.map(({ place }) => place.name))];
const scenesOf = (name: string) => demoScenes.filter(({ place }) => place.name === name);

/** The longitudes that a footprint reaches. */
function longitudes(scene: Scene): readonly [number, number] {
  const frame = frameOf(scene);
  const toDegrees = createProjections().between({ epsg: scene.place.epsg }, degrees);
  const [x, y] = scene.place.origin;
  const found: number[] = [];
  for (const row of [0, 0.25, 0.5, 0.75, 0.999].map((share) => Math.floor(share * frame.height))) {
    const [start, end] = frame.span(row);
    if (start >= end) continue;
    const north = y + frame.north - (row + 0.5) * scene.gsd;
    for (const column of [start, end]) found.push(toDegrees(x + frame.west + column * scene.gsd, north)[0]);
  }
  return [Math.min(...found), Math.max(...found)];
}

describe('the scenes of the demo archive', () => {
  it('have four ground sizes, from 0.30 to 0.50 m', () => {
    expect([...new Set(demoScenes.map(({ gsd }) => gsd))].sort((one, other) => one - other)).toEqual([
      0.3, 0.36, 0.4, 0.5,
    ]);
  });

  it('lie in several UTM zones, north and south', () => {
    const codes = [...new Set(demoScenes.map(({ place }) => place.epsg))].sort((one, other) => one - other);
    expect(codes).toEqual([32632, 32633, 32734]);
  });

  it('cross the edge of their zone once, and elsewhere stay within it', () => {
    const crossing = demoScenes.filter((scene) => {
      const [west, east] = longitudes(scene);
      return Math.floor(west / 6) !== Math.floor(east / 6);
    });
    expect(crossing.map(({ id }) => id)).toEqual(['hohenwehr-20210530']);
    for (const scene of demoScenes.filter((each) => !crossing.includes(each))) {
      const zone = Math.floor((longitudes(scene)[0] + 180) / 6) + 1;
      expect(scene.place.epsg % 100).toBe(zone);
    }
  });

  it('show every place on at least three dates of different years', () => {
    expect(placeNames).toHaveLength(3);
    for (const name of placeNames) {
      expect(new Set(scenesOf(name).map(({ datetime }) => datetime.slice(0, 4))).size).toBeGreaterThanOrEqual(3);
    }
    const years = demoScenes.map(({ datetime }) => Number(datetime.slice(0, 4)));
    expect([Math.min(...years), Math.max(...years)]).toEqual([2021, 2026]);
  });

  it('are one multispectral and many visual ones, each in its collection', () => {
    expect(demoScenes.filter(({ kind }) => kind === 'multispectral')).toHaveLength(1);
    expect(new Set(demoScenes.map(collectionOf))).toEqual(new Set(['demo-visual', 'demo-multispectral']));
  });

  it('have names and acquisitions of their own', () => {
    expect(new Set(demoScenes.map(({ id }) => id)).size).toBe(demoScenes.length);
    const acquisitions = demoScenes.map(acquisitionOf);
    expect(new Set(acquisitions).size).toBe(demoScenes.length);
    // The one form that max_ard finds in the paths of a delivery.
    for (const acquisition of acquisitions) expect(acquisition).toMatch(/^10[1-6][0AC][0-9A-F]{3}0[0-9A-F]{6}00$/);
  });

  it('are turned in their frames, so that corners hold no data', () => {
    for (const scene of demoScenes) {
      const { height, width, span } = frameOf(scene);
      const [start, end] = span(0);
      expect(end - start).toBeLessThan(width / 3);
      const [from, to] = span(Math.floor(height / 2));
      expect(to - from).toBeGreaterThan(width * 0.8);
    }
  });

  it('say where the sun stood, how the camera looked, and how much of the sky was covered', () => {
    const properties = sceneProperties(demoScenes[0]!, 12.5);
    expect(properties).toMatchObject({ gsd: 0.3, 'eo:cloud_cover': 12.5, 'view:sun_azimuth': 135, license: 'CC0-1.0' });
    expect(properties['view:off_nadir']).toBeLessThan(30);
  });
});
