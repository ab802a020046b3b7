import { expect, test } from 'vitest';
import { readSelectRequest } from '../../server/src/select/read-select.ts';
import type { PlatformError } from '../../server/src/shared/errors.ts';
import { cpuMs } from '../support/cpu-ms.ts';

// Areas are read while nobody else is answered: what takes long there stops the service.
const atOnceMs = 3_000;

function timedRefusal(intersects: unknown): string {
  const startMs = cpuMs();
  let refusal: unknown = null;
  try {
    readSelectRequest({ intersects });
  } catch (error) {
    refusal = error;
  }
  expect(cpuMs() - startMs).toBeLessThan(atOnceMs);
  expect(refusal).toMatchObject({ kind: 'geometry_unusable' });
  return (refusal as PlatformError).message;
}

test('parts that lie apart stay as they are', () => {
  const squares = Array.from({ length: 200 }, (_, i) => {
    const [x, y] = [(i % 50) * 2, Math.floor(i / 50) * 2];
    return [[[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1], [x, y]]]; // prettier-ignore
  });
  const geometries = squares.map((coordinates) => ({ type: 'Polygon', coordinates }));
  const { aoi } = readSelectRequest({ intersects: { type: 'GeometryCollection', geometries } });
  expect(aoi).toEqual({ type: 'MultiPolygon', coordinates: squares });
});

test('parts that cross each other thousands of times are refused at once', () => {
  const bars = Array.from({ length: 200 }, (_, i) => i / 100).flatMap((at) => [
    `POLYGON((${at} 0, ${at + 0.005} 0, ${at + 0.005} 2, ${at} 2, ${at} 0))`,
    `POLYGON((0 ${at}, 2 ${at}, 2 ${at + 0.005}, 0 ${at + 0.005}, 0 ${at}))`,
  ]);
  expect(timedRefusal(`GEOMETRYCOLLECTION(${bars.join()})`)).toMatch(/cross each other more than 5000 times/);
});

test('a scribble is refused at once, without a repair', () => {
  const places = Array.from({ length: 240 }, (_, i) => [(i * 97) % 89, (i * 61) % 83]);
  expect(timedRefusal({ type: 'Polygon', coordinates: [[...places, places[0]!]] })).not.toMatch(/repaired/);
});
