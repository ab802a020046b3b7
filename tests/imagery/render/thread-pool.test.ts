import { describe, expect, test } from 'vitest';
import type { ToThread } from '../../../server/src/adapters/threads/protocol.ts';
import { callOff, newStopFlags, numberAfter, watchStops } from '../../../server/src/adapters/threads/stop-flags.ts';
import { createThreadPool } from '../../../server/src/adapters/threads/thread-pool.ts';
import type { ThreadEvents } from '../../../server/src/adapters/threads/thread.ts';

const threads = () => {
  const started: { readonly events: ThreadEvents<number>; readonly told: ToThread<string>[] }[] = [];
  const start = (events: ThreadEvents<number>) => {
    const one = { events, told: [] as ToThread<string>[] };
    started.push(one);
    return { tell: (message: ToThread<string>) => void one.told.push(message), close: () => Promise.resolve() };
  };
  return { started, start };
};

describe('the pool of threads', () => {
  test('starts a thread only when those there are busy, then gives each a second job, then lets wait', async () => {
    const { started, start } = threads();
    const pool = createThreadPool(start, { threads: 2, jobsAtOnce: 2, mostWaiting: 1, jobs: 'jobs' });
    expect(started).toEqual([]);
    const asked = Array.from({ length: 6 }, (_, at) => pool.run(String(at)));
    expect(started.map(({ told }) => told.length)).toEqual([2, 2]);
    await expect(asked[5]).rejects.toMatchObject({ kind: 'unavailable' });
    started[0]!.events.answered({ type: 'done', id: 1, outcome: 7 });
    expect(await asked[0]).toBe(7);
    expect(started.map(({ told }) => told.length)).toEqual([3, 2]);
    for (const each of asked.slice(1, 5)) each.catch(() => {});
    await pool.close();
  });

  test('prompt jobs share a thread that is ready, and go around one that is held up without waiting for a start', async () => {
    const { started, start } = threads();
    const pool = createThreadPool(start, { threads: 2, jobsAtOnce: 9, mostWaiting: 1, prompt: 1, jobs: 'jobs' });
    const jobsOf = () => started.map(({ told }) => told.length);
    const asked = [pool.run('long')];
    started[0]!.events.answered({ type: 'ready' });
    asked.push(pool.run('short'));
    expect(jobsOf()).toEqual([2]);
    await new Promise((resolve) => setTimeout(resolve, 60));
    // The second thread is being started for those who come later.
    asked.push(pool.run('while it starts'));
    expect(jobsOf()).toEqual([3, 0]);
    started[1]!.events.answered({ type: 'ready' });
    asked.push(pool.run('beside'), pool.run('beside'));
    expect(jobsOf()).toEqual([3, 2]);
    for (const id of [1, 2, 3]) started[0]!.events.answered({ type: 'done', id, outcome: 0 });
    asked.push(pool.run('after'));
    expect(jobsOf()).toEqual([4, 2]);
    for (const each of asked) each.catch(() => {});
    await pool.close();
  });

  test('prompt jobs that fill a thread at one moment start another', async () => {
    const { started, start } = threads();
    const pool = createThreadPool(start, { threads: 2, jobsAtOnce: 2, mostWaiting: 9, prompt: 1, jobs: 'jobs' });
    const asked = Array.from({ length: 5 }, (_, at) => pool.run(String(at)));
    expect(started.map(({ told }) => told.length)).toEqual([2, 2]);
    for (const each of asked) each.catch(() => {});
    await pool.close();
  });

  test('an answer that nobody waits for any more frees its thread', async () => {
    const { started, start } = threads();
    const pool = createThreadPool(start, { threads: 1, jobsAtOnce: 2, mostWaiting: 9, jobs: 'jobs' });
    const leaver = new AbortController();
    const asked = [0, 1, 2, 3].map((at) => pool.run(String(at), at === 0 || at === 3 ? leaver.signal : undefined));
    leaver.abort();
    await expect(asked[0]).rejects.toThrow('aborted');
    await expect(asked[3]).rejects.toThrow('aborted');
    // One that runs is stopped, one that waits was never sent.
    expect(started[0]!.told.map(({ type }) => type)).toEqual(['work', 'work', 'stop']);
    started[0]!.events.answered({ type: 'failed', id: 1, fault: { name: 'AbortError', message: '' } });
    expect(started[0]!.told.at(-1)).toMatchObject({ type: 'work', id: 3 });
    started[0]!.events.ended();
    for (const each of asked.slice(1, 3)) await expect(each).rejects.toMatchObject({ kind: 'unavailable' });
    const next = pool.run('next');
    expect(started).toHaveLength(2);
    next.catch(() => {});
    await pool.close();
    await expect(pool.run('late')).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('a job that nobody waits for any more is stopped; a closed pool starts no thread', async () => {
    const { started, start } = threads();
    const pool = createThreadPool(start, { threads: 2, jobsAtOnce: 1, mostWaiting: 9, jobs: 'jobs' });
    const { outcome, abandon } = pool.begin('first');
    abandon(new Error('gone'));
    await expect(outcome).rejects.toThrow('gone');
    expect(started[0]!.told.at(-1)).toEqual({ type: 'stop', id: 1 });
    await pool.close();
    expect(() => pool.begin('late')).toThrow(expect.objectContaining({ kind: 'unavailable' }));
    expect(started).toHaveLength(1);
  });

  test('a job that is called off is called off alone, whatever number it has', () => {
    const flags = newStopFlags();
    const isCalledOff = watchStops(flags);
    const numbers = [1, 2, 4_097, 2 ** 31 - 1];
    for (const number of numbers) {
      expect(numbers.map(isCalledOff).filter(Boolean).length).toBeLessThanOrEqual(numbers.indexOf(number));
      callOff(flags, number);
      expect(numbers.filter((other) => isCalledOff(other))).toContain(number);
    }
    // The one that lost its place still hears the message.
    expect(numbers.map(isCalledOff)).toEqual([false, true, true, true]);
    expect([numberAfter(0), numberAfter(2 ** 31 - 1)]).toEqual([1, 1]);
  });
});
