import { PlatformError } from '../../shared/errors.ts';
import type { Database } from '../sql/database.ts';
import type { SchemaReport } from '../sql/migrate.ts';
import { startWorker } from './start-worker.ts';
import { fromFault } from './writer-protocol.ts';
import type { FromWriter, Reply, ToWriter } from './writer-protocol.ts';

export type Writer = Pick<Database, 'write' | 'isWritable'> & {
  readonly schema: SchemaReport;
  /** How many groups were committed, counted before their callers are answered. */
  commits(): number;
  close(): Promise<void>;
};

type Pending = { readonly resolve: (output: unknown) => void; readonly reject: (error: Error) => void };

const unavailable = (reason: string) => new PlatformError('unavailable', { reason, retryAfterSeconds: 1 });

/** Starts the thread that owns the only writing connection; resolves when the schema is up to date. */
export function startWriter(file: string, busyTimeoutMs: number): Promise<Writer> {
  const worker = startWorker('writer-worker', import.meta.url, { file, busyTimeoutMs });
  const pending = new Map<number, Pending>();
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  let lastId = 0;
  let whyClosed: string | null = null;
  let commits = 0;

  const send = (message: ToWriter) => worker.postMessage(message, []);

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

  const write: Database['write'] = (verb, input) => {
    if (whyClosed !== null) return Promise.reject(unavailable(whyClosed));
    return new Promise((resolve, reject) => {
      const id = ++lastId;
      send({ id, verb, input });
      pending.set(id, { resolve: resolve as Pending['resolve'], reject });
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
