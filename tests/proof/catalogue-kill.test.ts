import { expect, it } from 'vitest';
import { killRounds } from '../catalog/sqlite/kill-rounds.ts';
import { temporaryFile } from '../catalog/sqlite/temporary-catalogue.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';

const seed = testSeed();

it(`20 times kill -9 during bulk writes to the catalogue (seed ${seed})`, async () => {
  const report = await killRounds(temporaryFile(), 20, createRandom(seed));
  console.log(report);
  expect([report.problems, report.kills]).toEqual([[], 20]);
});
