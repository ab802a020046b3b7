import { fromFault } from './fault.ts';
import type { Asked, Told } from './protocol.ts';

/** Asks whoever gave the job; fails where that is refused, or once the job is called off. */
export type Ask = (about: unknown) => Promise<unknown>;

type Waiting = { readonly resolve: (answer: unknown) => void; readonly reject: (error: Error) => void };

/** The questions that jobs of a thread have open. */
export type Questions = {
  askerOf(id: number, signal: AbortSignal): Ask;
  hear(told: Told): void;
};

export function createQuestions(send: (asked: Asked) => void): Questions {
  const open = new Map<number, Waiting>();
  let last = 0;

  const ask = (id: number, about: unknown, signal: AbortSignal): Promise<unknown> => {
    const question = (last += 1);
    const leave = new AbortController();
    const answered = new Promise<unknown>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true, signal: leave.signal });
      open.set(question, { resolve, reject });
      send({ type: 'asked', id, question, about });
    });
    return answered.finally(() => {
      open.delete(question);
      leave.abort();
    });
  };

  return {
    askerOf: (id, signal) => async (about) => {
      signal.throwIfAborted();
      return ask(id, about, signal);
    },
    hear({ question, answer, fault }) {
      const waiting = open.get(question);
      if (fault === undefined) waiting?.resolve(answer);
      else waiting?.reject(fromFault(fault));
    },
  };
}
