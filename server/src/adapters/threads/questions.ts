import { fromFault } from './fault.ts';
import type { Asked, Told } from './protocol.ts';

/** Asks whoever gave the job; fails where that is refused, or once the job is called off. What is moved is gone here. */
export type Ask = (about: unknown, moved?: readonly ArrayBuffer[]) => Promise<unknown>;

type Waiting = { readonly resolve: (answer: unknown) => void; readonly reject: (error: Error) => void };

/** The questions that jobs of a thread have open. */
export type Questions = {
  askerOf(id: number, signal: AbortSignal): Ask;
  hear(told: Told): void;
};

export function createQuestions(send: (asked: Asked, moved?: readonly ArrayBuffer[]) => void): Questions {
  const open = new Map<number, Waiting>();
  let last = 0;

  const ask = (
    id: number,
    about: unknown,
    moved: readonly ArrayBuffer[] | undefined,
    signal: AbortSignal,
  ): Promise<unknown> => {
    const question = (last += 1);
    let leave = nothing;
    const answered = new Promise<unknown>((resolve, reject) => {
      const abort = () => reject(signal.reason as Error);
      signal.addEventListener('abort', abort, { once: true });
      leave = () => signal.removeEventListener('abort', abort);
      open.set(question, { resolve, reject });
      send({ type: 'asked', id, question, about }, moved);
    });
    return answered.finally(() => {
      open.delete(question);
      leave();
    });
  };

  return {
    askerOf: (id, signal) => async (about, moved) => {
      signal.throwIfAborted();
      return ask(id, about, moved, signal);
    },
    hear({ question, answer, fault }) {
      const waiting = open.get(question);
      if (fault === undefined) waiting?.resolve(answer);
      else waiting?.reject(fromFault(fault));
    },
  };
}

const nothing = (): void => undefined;
