import { expect, it } from 'vitest';
import { killRounds, startIn } from '../abuse/support/kill-rounds.ts';
import { freshDatabase, postgresForTests } from '../abuse/support/postgres-database.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';
import { temporaryFolder } from '../abuse/support/temporary-folder.ts';

const seed = testSeed();
const postgres = postgresForTests();

it(`100 times kill -9 on SQLite (seed ${seed})`, async () => {
  const report = await killRounds(startIn(temporaryFolder()), 100, createRandom(seed));
  console.log(report);
  expect([report.problems, report.kills]).toEqual([[], 100]);
});

it.skipIf('skipReason' in postgres)(`30 times kill -9 on PostgreSQL (seed ${seed})`, async () => {
  const url = 'url' in postgres ? await freshDatabase(postgres.url) : '';
  const report = await killRounds(startIn(temporaryFolder(), { SWATH_DATABASE_URL: url }), 30, createRandom(seed));
  console.log(report);
  expect([report.problems, report.kills]).toEqual([[], 30]);
});
