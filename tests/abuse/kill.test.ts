import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { signIn } from './support/call.ts';
import { childAdmin, startChild } from './support/child-service.ts';
import { killRounds, startIn } from './support/kill-rounds.ts';
import { freshDatabase, postgresForTests } from './support/postgres-database.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const seed = testSeed();
const postgres = postgresForTests();
const printedBy = (stdout: string) => /Password\s+(\S+)/.exec(stdout)?.[1];

describe('kill -9 during key creation and deletion loses nothing that was acknowledged', () => {
  it(`20 times on SQLite (seed ${seed})`, async () => {
    // Two installations side by side: most of the time is spent waiting for a start.
    const folders = [temporaryFolder(), temporaryFolder()];
    const reports = await Promise.all(
      folders.map((folder, at) => killRounds(startIn(folder), 10, createRandom(seed + at))),
    );
    for (const report of reports) {
      expect(report.problems).toEqual([]);
      expect(report.created).toBeGreaterThan(50);
      expect(report.deleted).toBeGreaterThan(10);
      expect(report.kills).toBe(10);
    }
  }, 400_000);

  it.skipIf('skipReason' in postgres)(
    `5 times on PostgreSQL (seed ${seed})`,
    async () => {
      const url = 'url' in postgres ? await freshDatabase(postgres.url) : '';
      const report = await killRounds(startIn(temporaryFolder(), { SWATH_DATABASE_URL: url }), 5, createRandom(seed));
      expect(report.problems).toEqual([]);
      expect(report.created).toBeGreaterThan(25);
      expect(report.deleted).toBeGreaterThan(5);
    },
    120_000,
  );
});

it('kill -9 during the very first start leaves a folder that starts', async () => {
  const folder = temporaryFolder();
  const random = createRandom(seed);
  let early = 0;
  for (const name of ['app.db', 'app.db-wal', 'master.key']) {
    const killAt = appearance(join(folder, name)).then(() => setTimeout(random.below(20)));
    const started = await startChild(folder, {}, killAt).catch(() => null);
    await started?.end('SIGKILL');
    if (started === null) early++;
  }
  expect(early).toBeGreaterThan(0);
  const service = await startChild(folder);
  expect((await signIn(service.url, childAdmin.email, childAdmin.password)).bearer).toBeTruthy();
  expect(await service.end('SIGTERM')).toBe(0);
}, 120_000);

async function appearance(file: string): Promise<void> {
  while (!existsSync(file)) await setTimeout(1);
}

it('kill -9 during the very first start never costs the generated password: the last one printed signs in', async () => {
  const random = createRandom(seed);
  const generated = { SWATH_ADMIN_PASSWORD: undefined };
  const startMs = performance.now();
  await (await startChild(temporaryFolder(), generated)).end('SIGKILL');
  const tookMs = performance.now() - startMs;

  const folder = temporaryFolder();
  let last: string | undefined;
  for (let round = 0; round < 4; round++) {
    // Some get as far as printing: then that password counts.
    const killAt = setTimeout(tookMs * (0.6 + random.below(500) / 1_000));
    const started = await startChild(folder, generated, killAt).catch(() => null);
    await started?.end('SIGKILL');
    last = printedBy(started?.stdout() ?? '') ?? last;
  }
  const service = await startChild(folder, generated);
  last = printedBy(service.stdout()) ?? last;
  expect((await signIn(service.url, childAdmin.email, last ?? 'none was printed')).bearer).toBeTruthy();
  expect(await service.end('SIGTERM')).toBe(0);
}, 120_000);
