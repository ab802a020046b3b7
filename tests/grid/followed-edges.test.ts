import { expect, test } from 'vitest';
import { newBudget, projectPart } from '../../server/src/grid/cover/project-part.ts';
import { partsOf } from '../../server/src/grid/cover/parts.ts';
import { vicinityOf } from '../../server/src/grid/cover/vicinity.ts';
import { degreesOffMeridian } from '../../server/src/grid/utm.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';

const random = createRandom(testSeed());
const { between } = random;
const metresPerDegree = 111_320;

/** How far the middles and quarters of the pieces are from the edge, across it, in metres on the ground. */
function farthest(edge: readonly (readonly [number, number])[], steps: number): number {
  const [part] = partsOf({ type: 'LineString', coordinates: edge });
  const vicinity = vicinityOf(steps, Math.max(...edge.map(([, latitude]) => Math.abs(latitude))));
  const [[ax, ay], [bx, by]] = edge as [readonly [number, number], readonly [number, number]];
  const outline = projectPart({ part: part!, vicinity, toOffset: 0 }, { isEast: true, isNorth: true }, newBudget());
  const pieces = outline?.pieces ?? [];
  let most = 0;
  for (let at = 0; at < pieces.length; at += 4)
    for (const t of [0.25, 0.5, 0.75]) {
      const [u, v] = [0, 1].map((i) => pieces[at + i]! + t * (pieces[at + 2 + i]! - pieces[at + i]!)) as [
        number,
        number,
      ];
      const [longitude, latitude] = degreesOffMeridian(u, v);
      const shrink = Math.cos((latitude * Math.PI) / 180);
      const [dx, dy] = [(bx - ax) * shrink, by - ay];
      const off = Math.abs((longitude - ax) * shrink * dy - (latitude - ay) * dx) / Math.hypot(dx, dy);
      most = Math.max(most, off * metresPerDegree);
    }
  return most;
}

test('an edge that is straight in degrees is followed to better than a metre, however long and wherever it is', () => {
  let most = 0;
  for (let round = 0; round < 100; round++) {
    const top = random.pick([70, 84, 89.8]);
    const corner = (): [number, number] => [between(0, 3.2), between(0, top)];
    most = Math.max(most, farthest([corner(), corner()], 12));
  }
  // Along a parallel, where edges bend most.
  for (const latitude of [0, 10, 30, 45, 60, 75, 84, 89.5])
    most = Math.max(
      most,
      farthest(
        [
          [0, latitude],
          [3.1, latitude],
        ],
        12,
      ),
    );
  expect(most).toBeGreaterThan(0.05);
  expect(most).toBeLessThan(1);
});

test('for larger cells too, which reach thirty degrees from their meridian', () => {
  let most = 0;
  for (let round = 0; round < 100; round++) {
    const corner = (): [number, number] => [between(0, 29), between(0, 80)];
    most = Math.max(most, farthest([corner(), corner()], 4 + random.below(2)));
  }
  expect(most).toBeGreaterThan(0.05);
  expect(most).toBeLessThan(1);
});
