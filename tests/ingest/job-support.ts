import { setTimeout } from 'node:timers/promises';
import { type CallOptions, call } from '../support/call.ts';

export type Job = {
  readonly id: string;
  readonly state: string;
  readonly source: string;
  readonly collection: string | null;
  readonly attempts: number;
  readonly resumed: boolean;
  readonly watch: boolean;
  readonly tally: Readonly<Record<string, number>>;
  readonly progress: Readonly<Record<string, unknown>> | null;
  readonly messages: readonly string[];
  readonly error: string | null;
  readonly rejects: string | null;
};

/** The administrator's side of jobs at one service. */
export function jobsAt(url: string, token: string) {
  const ask = (method: string, path: string, options: CallOptions = {}) =>
    call(url, method, `/admin/ingest${path}`, { token, ...options });
  const read = async (id: string) => (await ask('GET', `/${id}`)).json<Job>();
  return {
    ask,
    read,
    async start(json: Readonly<Record<string, unknown>>): Promise<Job> {
      const answer = await ask('POST', '', { json });
      if (answer.status !== 202) throw new Error(`${answer.status}: ${answer.text}`);
      return answer.json<Job>();
    },
    async rejects(id: string) {
      const { text } = await ask('GET', `/${id}/rejects`);
      const lines = text.split('\n').filter((line) => line !== '');
      return lines.map((line) => JSON.parse(line) as { position: string; id: string | null; reason: string });
    },
    async itemsIn(collection: string): Promise<number> {
      const answer = await call(url, 'GET', `/search?limit=0&collections=${collection}`, { token });
      return answer.json<{ numberMatched: number }>().numberMatched;
    },
    /** Waits until the job is as it should be. */
    async until(id: string, isSo: (job: Job) => boolean, withinMs = 90_000): Promise<Job> {
      for (const deadline = performance.now() + withinMs; ;) {
        const job = await read(id);
        if (isSo(job)) return job;
        if (performance.now() > deadline) throw new Error(`it stays ${JSON.stringify(job)}`);
        await setTimeout(50);
      }
    },
  };
}

export type Jobs = ReturnType<typeof jobsAt>;

export const isOver = ({ state }: Job): boolean => ['succeeded', 'failed', 'cancelled'].includes(state);
