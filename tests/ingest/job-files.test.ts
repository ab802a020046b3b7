import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createCheckpointFiles } from '../../server/src/adapters/ingest/checkpoint-files.ts';
import { checkpointNamesFile, createJobFiles, jobsFolder } from '../../server/src/adapters/ingest/job-files.ts';
import { environmentOfJob } from '../../server/src/bring-in/job-processes.ts';
import { openRejects } from '../../server/src/bring-in/open-rejects.ts';
import { readConfig } from '../../server/src/config.ts';
import type { IngestJob } from '../../server/src/ingest/jobs/job.ts';
import { sweepJobs } from '../../server/src/ingest/jobs/sweep-jobs.ts';
import { emptyTally } from '../../server/src/ingest/tally.ts';
import type { Service } from '../../server/src/service.ts';
import { dayMs, hourMs, minuteMs } from '../../server/src/shared/clock.ts';
import { readRejects, temporaryFolder } from './support.ts';

const checkpoint = (source: string) => ({
  ...({ version: 1, source, collection: null, fingerprint: 'f', cursor: {}, done: 0 } as const),
  tally: emptyTally,
  rejectBytes: 0,
});

/** A data folder and the sweep of its jobs, which runs so much later. */
function openFolder() {
  const dataFolder = temporaryFolder();
  const jobFiles = createJobFiles({ dataFolder, roots: [], mostBytes: 1_000, leastFreeBytes: 0 });
  const make = (id: string, file: string, ageMs: number) => {
    const folder = join(jobsFolder(dataFolder), id);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, file), 'x');
    age(join(folder, file), ageMs);
    age(folder, ageMs);
    return folder;
  };
  const sweep = (more: { ended?: readonly string[]; known?: readonly string[]; laterMs?: number }) => {
    const ingestJobs = {
      sweep: async () => more.ended ?? [],
      byId: async (id: string) => (more.known?.includes(id) ? ({ id } as IngestJob) : null),
    } as unknown as Service['ingestJobs'];
    const clock = { nowMs: () => Date.now() + (more.laterMs ?? 0) };
    return sweepJobs({ ingestJobs, jobFiles, clock, config: readConfig({ SWATH_DATA: dataFolder }) });
  };
  return { dataFolder, folder: join(dataFolder, 'ingest'), make, sweep };
}

const age = (path: string, ms: number) => utimesSync(path, new Date(Date.now() - ms), new Date(Date.now() - ms));
const jsonIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.json'));

async function* body() {
  yield Buffer.from('{}\n');
}
const filesWith = (leastFreeBytes: number) => {
  const dataFolder = temporaryFolder();
  return { dataFolder, files: createJobFiles({ dataFolder, roots: [], mostBytes: 1_000, leastFreeBytes }) };
};

describe('an upload', () => {
  test('that would leave less free than must stay so is refused as others are, and leaves nothing behind', async () => {
    const { dataFolder, files } = filesWith(1e18);
    const refused = { kind: 'disk_low', message: expect.stringContaining('no room') as string };
    await expect(files.takeUpload(randomUUID(), 'ndjson', body(), 3)).rejects.toMatchObject(refused);
    expect(readdirSync(jobsFolder(dataFolder))).toEqual([]);
  });

  test('is taken where nothing must stay free', async () => {
    const { files } = filesWith(0);
    const path = await files.takeUpload(randomUUID(), 'ndjson', body(), null);
    expect(statSync(path).size).toBe(3);
  });
});

describe('the sweep of jobs', () => {
  test('removes folders that no job has, unless somebody wrote to them within the hour', async () => {
    const { make, sweep, dataFolder } = openFolder();
    const [known, stray, growing] = [randomUUID(), randomUUID(), randomUUID()];
    make(stray, 'upload.ndjson.part', 2 * hourMs);
    make(known, 'rejects.ndjson', 2 * hourMs);
    make('of-somebody', 'file', 2 * hourMs);
    // The folder is as old as the upload, which still goes on.
    age(join(make(growing, 'upload.ndjson.part', 2 * hourMs), 'upload.ndjson.part'), 5 * minuteMs);
    await sweep({ known: [known] });
    expect(readdirSync(jobsFolder(dataFolder)).toSorted()).toEqual([known, growing, 'of-somebody'].toSorted());
  });

  test('removes the checkpoints of a job, not those of others and not what was written later', async () => {
    const { folder, dataFolder, make, sweep } = openFolder();
    const id = randomUUID();
    const own = make(id, 'rejects.ndjson', 0);
    const files = createCheckpointFiles(folder, checkpointNamesFile(dataFolder, id));
    await files.write(checkpoint('mine'));
    const [mine] = jsonIn(folder);
    expect(statSync(join(folder, mine!)).mode & 0o777).toBe(0o600);
    await files.write(checkpoint('gone on with'));
    const later = jsonIn(folder).find((name) => name !== mine);
    age(join(folder, later!), -40 * dayMs);
    await createCheckpointFiles(folder).write(checkpoint('of the command'));
    await sweep({ ended: [id], laterMs: 31 * dayMs });
    expect(existsSync(own)).toBe(false);
    expect(await files.read({ source: 'mine', collection: null })).toBe(null);
    for (const source of ['gone on with', 'of the command'])
      expect(await files.read({ source, collection: null })).toMatchObject({ source });
  });
});

const reject = (id: string) => ({ position: id, id, reason: 'bad', line: 'x'.repeat(600) });

test('behind the bound of its file a reject is told without what it was', async () => {
  const rejects = join(temporaryFolder(), 'rejects');
  const file = (await openRejects({ rejects, mostWholeRejectBytes: 1_000 }))!;
  await file.write(['a', 'b', 'c'].map(reject));
  await file.write([reject('d')]);
  await file.close();
  expect(readRejects(rejects).map(({ id, reason, line }) => [id, reason, line?.length ?? null])).toEqual([
    ['a', 'bad', 600],
    ['b', 'bad', 600],
    ['c', 'bad', null],
    ['d', 'bad', null],
  ]);
});

test('the process of a job gets the environment without the secrets', () => {
  const secrets = ['SWATH_MASTER_KEY', 'SWATH_DATABASE_URL', 'SWATH_ADMIN_PASSWORD', 'SWATH_SMTP_URL'];
  const hidden = [...secrets, 'SWATH_METRICS_TOKEN', 'SWATH_S3_SECRET_ACCESS_KEY', 'SWATH_MASTER_KEY_FILE'];
  const env = Object.fromEntries([...hidden, 'SWATH_VENDOR', 'PATH'].map((name) => [name, 'sesame']));
  expect(environmentOfJob(env)).toEqual({ SWATH_VENDOR: 'sesame', PATH: 'sesame' });
});
