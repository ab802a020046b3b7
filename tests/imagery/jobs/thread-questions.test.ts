import { describe, expect, test } from 'vitest';
import type { Asked, ToThread } from '../../../server/src/adapters/threads/protocol.ts';
import { createQuestions } from '../../../server/src/adapters/threads/questions.ts';
import { createThreadPool } from '../../../server/src/adapters/threads/thread-pool.ts';
import type { ThreadEvents } from '../../../server/src/adapters/threads/thread.ts';
import { BucketFault } from '../../../server/src/buckets/bucket-fault.ts';
import { fromFault, toFault } from '../../../server/src/adapters/threads/fault.ts';

/** A pool of one thread that does nothing by itself. */
function poolOfOne() {
  const told: ToThread<string>[] = [];
  let events!: ThreadEvents<number>;
  const start = (given: ThreadEvents<number>) => {
    events = given;
    return { tell: (message: ToThread<string>) => void told.push(message), close: () => Promise.resolve() };
  };
  const pool = createThreadPool<string, number>(start, { threads: 1, jobsAtOnce: 1, mostWaiting: 9, jobs: 'jobs' });
  const answers = () => told.filter((message) => message.type === 'told');
  return { pool, answers, answered: (message: Parameters<typeof events.answered>[0]) => events.answered(message) };
}

const asked = (id: number, question: number): Asked => ({ type: 'asked', id, question, about: 'may I?' });

describe('a question of a job to its pool', () => {
  test('is answered by whoever gave the job, while the job goes on', async () => {
    const { pool, answers, answered } = poolOfOne();
    const running = pool.run('work', undefined, (about) => Promise.resolve(`${String(about)} yes`));
    answered(asked(1, 1));
    await expect.poll(answers).toEqual([{ type: 'told', id: 1, question: 1, answer: 'may I? yes' }]);
    answered({ type: 'done', id: 1, outcome: 7 });
    expect(await running).toBe(7);
  });

  test('is refused with the reason, and where nobody answers', async () => {
    const { pool, answers, answered } = poolOfOne();
    const first = pool.run('work', undefined, () => Promise.reject(new Error('the lease is lost')));
    answered(asked(1, 1));
    await expect.poll(answers).toMatchObject([{ question: 1, fault: { message: 'the lease is lost' } }]);
    answered({ type: 'done', id: 1, outcome: 7 });
    await first;
    const second = pool.run('work');
    answered(asked(2, 2));
    await expect.poll(() => answers().length).toBe(2);
    expect(answers()[1]).toMatchObject({
      question: 2,
      fault: { message: expect.stringContaining('nobody answers') as unknown },
    });
    answered({ type: 'done', id: 2, outcome: 7 });
    await second;
  });

  test('is not answered well once the job was called off, not even while the answer was on its way', async () => {
    const { pool, answers, answered } = poolOfOne();
    const off = new AbortController();
    let agree!: () => void;
    const running = pool.run('work', off.signal, () => new Promise<void>((resolve) => (agree = resolve)));
    answered(asked(1, 1));
    off.abort();
    await expect(running).rejects.toThrow('aborted');
    agree();
    answered(asked(1, 2));
    await expect.poll(() => answers().length).toBe(2);
    for (const each of answers()) expect(each).toMatchObject({ fault: { message: 'nobody waits for the jobs' } });
  });

  test('ends, on the side of the job, when the job is called off', async () => {
    const sent: Asked[] = [];
    const questions = createQuestions((message) => void sent.push(message));
    const stop = new AbortController();
    const ask = questions.askerOf(5, stop.signal);
    const [first, second] = [ask('one'), ask('two')];
    await expect.poll(() => sent.length).toBe(2);
    questions.hear({ type: 'told', id: 5, question: sent[1]!.question, answer: 'yes' });
    expect(await second).toBe('yes');
    stop.abort(new Error('called off'));
    await expect(first).rejects.toThrow('called off');
    await expect(ask('three')).rejects.toThrow('called off');
    expect(sent).toHaveLength(2);
  });

  test('the fault of a bucket is one again on the other side', () => {
    const there = fromFault(structuredClone(toFault(new BucketFault('denied', 'no', { policy: '{}' }))));
    expect(there).toBeInstanceOf(BucketFault);
    expect(there).toMatchObject({ fault: 'denied', kind: 'forbidden', message: 'no', policy: '{}' });
  });
});
