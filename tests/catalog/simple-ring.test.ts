import { expect, test } from 'vitest';
import type { Position } from '../../server/src/geometry/geojson.ts';
import { isSurelySimple } from '../../server/src/geometry/simple-ring.ts';
import { topologyProblem } from '../../server/src/geometry/topology.ts';
import { type Random, createRandom } from '../support/seeded-random.ts';

const closed = (corners: readonly Position[]): readonly Position[] => [...corners, corners[0]!];

/** Stars never cross themselves, rounded ones and any other corners often do. */
function someRing(random: Random): readonly Position[] {
  const corners = 3 + random.below(random.pick([3, 9, 60]));
  const isRounded = random.chance(0.5);
  const star = (_: unknown, i: number): Position => {
    const [angle, reach] = [(i / corners) * 2 * Math.PI, 2 + random.next() * 8];
    const place = [reach * Math.cos(angle), reach * Math.sin(angle)];
    return isRounded ? place.map(Math.round) : place;
  };
  const any = (): Position => [random.below(7), random.below(7)];
  return closed(Array.from({ length: corners }, random.chance(0.3) ? any : star));
}

test('a ring that is surely simple is valid to the topology library too', () => {
  const random = createRandom(8);
  const told = { simple: 0, open: 0, valid: 0 };
  for (let i = 0; i < 1_500; i++) {
    const ring = someRing(random);
    const isValid = topologyProblem({ type: 'Polygon', coordinates: [ring] }) === null;
    const isSimple = isSurelySimple(ring);
    told.valid += Number(isValid);
    told[isSimple ? 'simple' : 'open']++;
    expect({ ring, isValid: isValid || isSimple }).toEqual({ ring, isValid });
  }
  expect(told.open).toBeGreaterThan(300);
  expect(told.simple).toBeGreaterThan(0.8 * told.valid);
});

test('what touches or goes back on itself, has no area or too many corners is left open', () => {
  const bowTie = [
    [0, 0],
    [2, 2],
    [2, 0],
    [0, 2],
  ];
  const touching = [
    [0, 0],
    [4, 0],
    [4, 4],
    [2, 0],
    [0, 4],
  ];
  const spike = [
    [0, 0],
    [4, 0],
    [4, 4],
    [4, 2],
    [0, 4],
  ];
  const twice = [
    [0, 0],
    [0, 0],
    [4, 0],
    [4, 4],
  ];
  for (const corners of [
    bowTie,
    touching,
    spike,
    twice,
    [
      [0, 0],
      [1, 1],
    ],
  ])
    expect(isSurelySimple(closed(corners))).toBe(false);
  expect(
    isSurelySimple(
      closed([
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
      ]),
    ),
  ).toBe(true);
});
