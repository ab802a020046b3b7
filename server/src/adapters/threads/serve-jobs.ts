import { parentPort } from 'node:worker_threads';
import { toFault } from './fault.ts';
import type { FromThread, ToThread } from './protocol.ts';
import { type Ask, createQuestions } from './questions.ts';
import { removeFrom } from '../../shared/remove-from.ts';

export type Served<Outcome> = { readonly outcome: Outcome; readonly moved?: readonly ArrayBuffer[] };

type Running = { readonly id: number; readonly stop: AbortController };

/** The worker's side of a pool: does what it is told until it is told to close. */
export function serveJobs<Outcome>(
  run: (work: unknown, signal: AbortSignal, ask: Ask) => Promise<Served<Outcome>>,
  close: () => void = () => undefined,
): void {
  const port = parentPort!;
  const running: Running[] = [];
  // At once: an answer that waited for those behind it would keep its caller from asking again.
  const send = (message: FromThread<Outcome>, moved: readonly ArrayBuffer[] = []) => port.postMessage(message, moved);
  const questions = createQuestions(send);

  const answer = async (id: number, work: unknown): Promise<void> => {
    const stop = new AbortController();
    const own = { id, stop };
    running.push(own);
    try {
      const { outcome, moved } = await run(work, stop.signal, questions.askerOf(id, stop.signal));
      send({ type: 'done', id, outcome }, moved);
    } catch (error) {
      send({ type: 'failed', id, fault: toFault(error) });
    } finally {
      removeFrom(running, own);
    }
  };

  const hear = (message: ToThread<unknown>): void => {
    if (message.type === 'work') return void answer(message.id, message.work);
    if (message.type === 'stop') return running.find(({ id }) => id === message.id)?.stop.abort();
    if (message.type === 'told') return questions.hear(message);
    for (const { stop } of running) stop.abort();
    close();
    // After what was said last.
    setImmediate(() => port.close());
  };
  port.on('message', (messages: readonly ToThread<unknown>[]) => messages.forEach(hear));
  send({ type: 'ready' });
}
