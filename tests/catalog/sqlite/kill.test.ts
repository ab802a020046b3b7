import { expect, test } from 'vitest';
import { createRandom, testSeed } from '../../support/seeded-random.ts';
import { killRounds } from './kill-rounds.ts';
import { temporaryFile } from './temporary-catalogue.ts';

const seed = testSeed();

test(`kill -9 during bulk writes, 5 times: nothing acknowledged is lost, nothing is half there (seed ${seed})`, async () => {
  const report = await killRounds(temporaryFile(), 5, createRandom(seed));
  expect(report).toMatchObject({ problems: [], kills: 5 });
  expect(report.acknowledged).toBeGreaterThan(100);
}, 120_000);
