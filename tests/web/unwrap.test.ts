import { expect, test } from 'vitest';
import { unwrapLine, unwrapRing } from '../../web/src/map/unwrap.ts';

test('what crosses the antimeridian goes on beyond it', () => {
  expect(
    unwrapLine([
      [170, 1],
      [-175, 2],
      [175, 3],
    ]),
  ).toEqual([
    [170, 1],
    [185, 2],
    [175, 3],
  ]);
  expect(
    unwrapLine([
      [-170, 1],
      [175, 2],
    ]),
  ).toEqual([
    [-170, 1],
    [-185, 2],
  ]);
  expect(
    unwrapRing([
      [170, 60],
      [-170, 60],
      [-170, 70],
      [170, 70],
      [170, 60],
    ]),
  ).toEqual([
    [170, 60],
    [190, 60],
    [190, 70],
    [170, 70],
    [170, 60],
  ]);
});

test('a ring around a pole stays as it was', () => {
  const ring = [
    [-180, -80],
    [-60, -75],
    [60, -75],
    [180, -80],
    [-180, -80],
  ];
  expect(unwrapRing(ring)).toEqual(ring);
});
