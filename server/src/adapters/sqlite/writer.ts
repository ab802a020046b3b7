import type { Transferable, Worker } from 'node:worker_threads';
import { PlatformError } from '../../shared/errors.ts';
import type { SchemaReport } from '../sql/migrate.ts';
import { fromFault } from '../threads/fault.ts';
import type { FromWriter, Reply, ToWriter } from './writer-protocol.ts';

/** Each database gives `write` the types of its own verbs. */
export type Writer = {
  readonly schema: SchemaReport;
  /** Resolves when the verb's transaction is durable; what is transferred is no longer the caller's. */
  write(verb: string, input: unknown, transfer?: readonly Transferable[]): Promise<unknown>;
  /** False once the thread is gone for good. */
  isWritable(): boolean;
  /** How many groups were committed, counted before their callers are answered. */
  commits(): number;
  close(): Promise<void>;
};

type Pending = { readonly resolve: (output: unknown) => void; readonly reject: (error: Error) => void };

const unavailable = (reason: string) => new PlatformError('unavailable', { reason, retryAfterSeconds: 1 });

/**
 * Talks to a thread that owns the only writing connection; resolves when the schema is up to date. `upgrading` hears
 * what an older file takes minutes for.
 */
export function startWriter(worker: Worker, upgrading: (notice: string) => void = () => {}): Promise<Writer> {
  const pending = new Map<number, Pending>();
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  let lastId = 0;
  let whyClosed: string | null = null;
  let commits = 0;

  const send = (message: ToWriter, transfer: readonly Transferable[] = []) => worker.postMessage(message, transfer);

  function settle(reply: Reply): void {
    const caller = pending.get(reply.id);
    pending.delete(reply.id);
    if ('fault' in reply) caller?.reject(fromFault(reply.fault));
    else caller?.resolve(reply.output);
  }

  function failAll(reason: string): void {
    whyClosed ??= reason;
    for (const { reject } of pending.values()) reject(unavailable(whyClosed));
    pending.clear();
  }

  const write: Writer['write'] = (verb, input, transfer) => {
    if (whyClosed !== null) return Promise.reject(unavailable(whyClosed));
    return new Promise((resolve, reject) => {
      const id = ++lastId;
      send({ id, verb, input }, transfer);
      pending.set(id, { resolve, reject });
    });
  };

  async function close(): Promise<void> {
    if (whyClosed === null) {
      whyClosed = 'the store is closed';
      send('close');
    }
    await exited;
  }

  return new Promise((resolve, reject) => {
    worker.on('message', (message: FromWriter) => {
      if (message.type === 'replies') {
        commits++;
        message.replies.forEach(settle);
      } else if (message.type === 'ready')
        resolve({ schema: message.schema, write, commits: () => commits, isWritable: () => whyClosed === null, close });
      else if (message.type === 'upgrading') upgrading(message.notice);
      else reject(fromFault(message.fault));
    });
    worker.on('error', (error) => {
      reject(error);
      failAll('the store stopped');
    });
    worker.on('exit', () => {
      reject(unavailable('the store stopped'));
      failAll('the store stopped');
    });
  });
}
