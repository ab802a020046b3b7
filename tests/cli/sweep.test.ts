import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepOrphans } from '../../server/src/orders/running/sweep-orphans.ts';
import { startSweeper, sweepExpired } from '../../server/src/sweep-expired.ts';
import { audit, day } from '../contract/fixtures.ts';
import { capturedLog } from '../support/captured-log.ts';
import { movableClock } from '../support/movable-clock.ts';
import { type TestService, startService } from '../support/start-service.ts';
import { freshFolder, swathJson } from './swath-in-process.ts';

const folder = freshFolder();
const env = { SWATH_DATA: folder, SWATH_AUDIT_DAYS: '10', SWATH_MANAGED_DAYS: '5' };
const clock = movableClock(Date.now());
let running: TestService;
beforeAll(async () => {
  running = await startService(env, { keepFolder: true, clock });
});
afterAll(async () => {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

const [orphan, young] = ['1234567890123456789', '1234567890123456780'];
const file = (...names: string[]) => join(folder, 'managed', ...names);

function write(path: string, daysAgo: number): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, 'pixels');
  const seconds = clock.nowMs() / 1_000 - daysAgo * 86_400;
  for (const each of [path, join(path, '..')]) utimesSync(each, seconds, seconds);
}

describe('what is over goes, by the clock', () => {
  test('audit entries after SWATH_AUDIT_DAYS, with an entry that says so', async () => {
    const { audit: log } = running.service;
    await log.append(audit('long.ago', null, clock.nowMs() - 9 * day));
    expect((await sweepExpired(running.service)).audit).toBe(0);
    clock.advance(2 * day);
    expect((await sweepExpired(running.service)).audit).toBe(1);
    const deeds = (await log.list({ limit: 50 })).data;
    expect(deeds.find(({ action }) => action === 'audit.forget')?.detail).toMatchObject({ entries: 1 });
    expect(deeds.some(({ action }) => action === 'long.ago')).toBe(false);
  });

  test('files of the managed bucket that no order knows after SWATH_MANAGED_DAYS, uploads after a day', async () => {
    write(file(orphan, 'a.tif'), 6);
    write(file(young, 'a.tif'), 1);
    write(file('.swath-uploads', 'half'), 3);
    write(file('notes', 'mine.txt'), 100);
    expect(await sweepExpired(running.service)).toMatchObject({ orphans: 1 });
    expect([orphan, young, 'notes'].map((name) => existsSync(file(name)))).toEqual([false, true, true]);
    expect(existsSync(file('.swath-uploads', 'half'))).toBe(false);
  });
});

test('what cannot be removed now keeps nothing else from going, and is told', async () => {
  const { audit: log, orders } = running.service;
  await log.append(audit('too.old', null, clock.nowMs() - 11 * day));
  const away = { open: () => Promise.reject(new Error('the bucket is away')) };
  const needs = { ...running.service, buckets: away, orders: { ...orders, managedBefore: async () => ['1'] } };
  await expect(sweepExpired(needs)).rejects.toThrow('the bucket is away');
  expect((await log.list({ limit: 50 })).data.some(({ action }) => action === 'too.old')).toBe(false);
});

test('files of an order whose files are gone, as another node has told, go here too after SWATH_MANAGED_DAYS', async () => {
  const [gone, there] = ['2234567890123456789', '2234567890123456780'];
  for (const name of [gone, there]) write(file(name, 'a.tif'), 6);
  const orders = { ...running.service.orders, hasManagedFiles: async (id: string) => id === there };
  expect((await sweepOrphans({ ...running.service, orders })).map(({ name }) => name)).toEqual([gone]);
  expect([gone, there].map((name) => existsSync(file(name)))).toEqual([false, true]);
  rmSync(file(there), { recursive: true });
});

test('swath sweep says what it would remove, then removes it', async () => {
  write(file(orphan, 'b.tif'), 30);
  mkdirSync(join(folder, 'deliveries', '999999999'), { recursive: true });
  const look = await swathJson<{ orphans: { name: string; files: number }[] }>(['sweep', '--dry-run'], env);
  expect(look.orphans).toEqual([{ name: orphan, files: 1, byteLength: 6 }]);
  expect(existsSync(file(orphan))).toBe(true);
  expect(await swathJson(['sweep'], env)).toMatchObject({ orphans: 1, temporary: 1 });
  expect(existsSync(file(orphan))).toBe(false);
});

test('a service that stops takes its temporary folders along, so that doctor finds nothing', async () => {
  const own = freshFolder();
  const service = await startService({ SWATH_DATA: own }, { keepFolder: true });
  const temporary = ['deliveries', 'exports', 'wfs'].map((name) => join(own, name));
  const entries = temporary.flatMap((name) => readdirSync(name, { withFileTypes: true }));
  expect(entries.filter((entry) => entry.isDirectory())).toHaveLength(3);
  await service.stop();
  expect(temporary.map((name) => readdirSync(name))).toEqual([[], [], []]);
  rmSync(own, { recursive: true, force: true });
});

test('a clock that was set far ahead removes nothing by itself: it may be wrong, and set back soon', async () => {
  const steady = movableClock(Date.now());
  const log = capturedLog();
  write(file(orphan, 'c.tif'), 1);
  const timer = startSweeper({ ...running.service, clock: steady, log }, 10);
  try {
    await setTimeout(60);
    steady.advance(400 * day);
    const told = () => log.lines.map(({ message }) => message);
    await expect.poll(told, { timeout: 10_000 }).toContainEqual(expect.stringContaining('set ahead'));
    await setTimeout(60);
    expect(existsSync(file(orphan))).toBe(true);
  } finally {
    clearInterval(timer);
    rmSync(file(orphan), { recursive: true, force: true });
  }
});
