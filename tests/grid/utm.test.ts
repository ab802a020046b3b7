import { describe, expect, test } from 'vitest';
import { createProjections } from '../../server/src/adapters/proj4/projections.ts';
import { degreesOfUtm, utmOfDegrees, zoneOf } from '../../server/src/grid/utm.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';

const random = createRandom(testSeed());
const { between } = random;
const someEpsg = () => (random.chance(0.5) ? 32_600 : 32_700) + 1 + random.below(60);
const meridianOf = (epsg: number) => (epsg % 100) * 6 - 183;
const turned = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180;

describe('UTM of degrees', () => {
  test('as proj4 has it within 10 degrees of the meridian, in every zone and hemisphere, to a tenth of a millimetre', () => {
    const projections = createProjections();
    let farthest = 0;
    for (let round = 0; round < 1000; round++) {
      const epsg = someEpsg();
      const [longitude, latitude] = [meridianOf(epsg) + between(-10, 10), between(-85, 85)];
      const [x, y] = utmOfDegrees(epsg, longitude, latitude);
      const [theirX, theirY] = projections.between({ epsg: 4326 }, { epsg })(turned(longitude), latitude);
      farthest = Math.max(farthest, Math.hypot(x - theirX, y - theirY));
    }
    expect(farthest).toBeLessThan(1e-4);
  });

  test('there and back within 1e-9 degrees, 60 degrees beyond the zone and up to the pole', () => {
    let farthest = 0;
    for (let round = 0; round < 5000; round++) {
      const epsg = someEpsg();
      const [longitude, latitude] = [meridianOf(epsg) + between(-60, 60), between(-89.99, 89.99)];
      const [backLongitude, backLatitude] = degreesOfUtm(epsg, ...utmOfDegrees(epsg, longitude, latitude));
      const width = Math.cos((latitude * Math.PI) / 180);
      farthest = Math.max(farthest, Math.abs(backLongitude - longitude) * width, Math.abs(backLatitude - latitude));
    }
    expect(farthest).toBeLessThan(1e-9);
  });

  test('back and there within a micrometre, over the poles too', () => {
    for (let round = 0; round < 2000; round++) {
      const epsg = 32_601 + random.below(60);
      const [x, y] = [between(-2_500_000, 3_500_000), between(-10_200_000, 10_200_000)];
      const [backX, backY] = utmOfDegrees(epsg, ...degreesOfUtm(epsg, x, y));
      expect(Math.hypot(backX - x, backY - y)).toBeLessThan(1e-6);
    }
  });

  test('the axes are exact: what lies on them lies on the borders of cells', () => {
    for (let zone = 1; zone <= 60; zone++) {
      expect(utmOfDegrees(32_600 + zone, zone * 6 - 183, between(-90, 90))[0]).toBe(500_000);
      expect(Math.abs(utmOfDegrees(32_600 + zone, zone * 6 - 183 + between(-60, 60), 0)[1])).toBe(0);
    }
  });

  test('southern metres begin at ten million', () => {
    const [x, y] = utmOfDegrees(32_656, 151.2, -33.87);
    expect(utmOfDegrees(32_756, 151.2, -33.87)).toEqual([x, y + 10_000_000]);
    expect(y).toBeLessThan(0);
  });
});

test.each([
  [-180, 1],
  [-174.000_001, 1],
  [-174, 2],
  [0, 31],
  [-0.000_001, 30],
  [5, 31],
  [179.999, 60],
  [180, 1],
  [186, 2],
  [-186, 60],
  [540, 1],
])('%f degrees lie in zone %i', (longitude, zone) => expect(zoneOf(longitude)).toBe(zone));
