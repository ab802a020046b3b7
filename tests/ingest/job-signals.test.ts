import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { adminEnv, signIn, startServing, stopLeftovers } from '../cli/swath-process.ts';
import { item, ndjson, temporaryFolder } from './support.ts';

afterAll(stopLeftovers);

const processesOf = (pid: number): readonly number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .map(Number)
    .filter((each) => each > 0);

test(
  'a signal to all processes, as by a terminal or systemd, is no failure of a job',
  { timeout: 120_000 },
  async () => {
    const folder = temporaryFolder();
    const root = join(folder, 'watched');
    mkdirSync(root);
    writeFileSync(join(root, 'a.ndjson'), ndjson([item('a')]));
    const serving = await startServing({ SWATH_DATA: join(folder, 'data'), SWATH_INGEST_ROOTS: root, ...adminEnv });
    const { token } = await signIn(serving.url, 'admin@example.com', adminEnv['SWATH_ADMIN_PASSWORD']!);
    const call = async (path: string, body?: unknown) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const more = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      const answer = await fetch(serving.url + path, { headers, ...more });
      return (await answer.json()) as { id: string; state: string; tally: { created: number } };
    };
    const { id } = await call('/admin/ingest', {
      source: root,
      collection: 'c',
      create: true,
      watch: true,
      interval: 1,
    });
    const created = async () => (await call(`/admin/ingest/${id}`)).tally.created;
    await expect.poll(created, { timeout: 60_000, interval: 200 }).toBe(1);
    for (const pid of processesOf(serving.child.pid!))
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(pid, signal);
    writeFileSync(join(root, 'b.ndjson'), ndjson([item('b')]));
    await expect.poll(created, { timeout: 60_000, interval: 200 }).toBe(2);
    expect((await serving.stop()).code).toBe(0);
    expect(serving.stderr()).not.toContain('did not end well');
  },
);
