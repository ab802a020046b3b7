import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminEnv, cleanEnv, signIn, spawnSwath, startServing, stopLeftovers } from '../cli/swath-process.ts';
import { installation, ndjson } from '../ingest/support.ts';
import { program } from '../support/program.ts';
import { plainItems } from '../exports/support.ts';

const count = 20_000;
let place: Awaited<ReturnType<typeof installation>>;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  place = await installation();
  env = { ...place.env, ...adminEnv };
  // Long enough to be interrupted.
  const items = plainItems(count).map((item) => ({ ...item, collection: 'c', note: 'x'.repeat(2_000) }));
  writeFileSync(place.file('items.ndjson'), ndjson(items));
  const { code, stderr } = await spawnSwath(['ingest', place.file('items.ndjson'), '--create'], env);
  if (code !== 0) throw new Error(stderr);
}, 120_000);
afterAll(stopLeftovers);

const leftovers = () =>
  readdirSync(join(env['SWATH_DATA']!, 'exports'), { recursive: true }).filter((name) =>
    String(name).endsWith('.gpkg'),
  );

/** Starts an export and sends the signal once something of the file is there. */
async function interrupted(file: string, signal: NodeJS.Signals) {
  const child = spawn(process.execPath, [program, 'export', file], { env: cleanEnv(env), stdio: 'ignore' });
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  while (!existsSync(`${file}.unfinished`) && child.exitCode === null) await setTimeout(2);
  child.kill(signal);
  return ended;
}

describe('swath export as a process', () => {
  test('stopped midway it leaves nothing and ends with 1; killed, no file that looks whole', async () => {
    const file = place.file('out.ndjson');
    expect(await interrupted(file, 'SIGTERM')).toEqual([1, null]);
    expect([existsSync(file), existsSync(`${file}.unfinished`)]).toEqual([false, false]);
    expect(await interrupted(file, 'SIGKILL')).toEqual([null, 'SIGKILL']);
    expect(existsSync(file)).toBe(false);
    expect((await spawnSwath(['export', file], env)).code).toBe(0);
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(count + 1);
    expect(existsSync(`${file}.unfinished`)).toBe(false);
  }, 120_000);

  test('to the standard output, and a reader who has enough', async () => {
    const whole = await spawnSwath(['export', '-', '--limit', '300', '--sortby', 'id'], env);
    expect([whole.code, whole.stdout.split('\n').length]).toEqual([0, 301]);
    const child = spawn(process.execPath, [program, 'export', '-'], {
      env: cleanEnv(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    child.stdout.destroy();
    child.stderr.resume();
    expect((await ended)[0]).toBe(1);
  }, 120_000);

  test('beside a running service, which goes on', async () => {
    const serving = await startServing(env);
    const { code, stdout } = await spawnSwath(['export', place.file('beside.csv'), '--json', '--limit', '5000'], env);
    expect([code, (JSON.parse(stdout) as { items: number }).items]).toEqual([0, 5_000]);
    expect((await fetch(`${serving.url}/readyz`)).status).toBe(200);
    await serving.stop();
  }, 120_000);
});

describe('a service that is killed while it writes a GeoPackage', () => {
  test('leaves a file that the next start removes', async () => {
    const serving = await startServing(env);
    const { token } = await signIn(serving.url, adminEnv['SWATH_ADMIN_EMAIL']!, adminEnv['SWATH_ADMIN_PASSWORD']!);
    fetch(`${serving.url}/search?f=gpkg`, { headers: { authorization: `Bearer ${token}` } }).catch(() => undefined);
    await expect.poll(leftovers, { timeout: 20_000, interval: 5 }).toHaveLength(1);
    serving.child.kill('SIGKILL');
    await once(serving.child, 'exit');
    expect(leftovers()).toHaveLength(1);
    const again = await startServing(env);
    expect(leftovers()).toEqual([]);
    await again.stop();
  }, 120_000);

  test('stopped in the middle of an export: it ends within its time, and the file breaks', async () => {
    const serving = await startServing(env);
    const { token } = await signIn(serving.url, adminEnv['SWATH_ADMIN_EMAIL']!, adminEnv['SWATH_ADMIN_PASSWORD']!);
    const answer = await fetch(`${serving.url}/search?f=ndjson`, { headers: { authorization: `Bearer ${token}` } });
    const [{ code, tookMs }, text] = await Promise.all([
      serving.stop(),
      setTimeout(500).then(() => answer.text().catch(() => null)),
    ]);
    expect([code, tookMs < 30_000]).toEqual([0, true]);
    // Either it was taken to its end in that time, or it broke: never a part that looks whole.
    expect([undefined, count + 1]).toContain(text?.split('\n').length);
  }, 120_000);
});
