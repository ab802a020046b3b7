import { brokenOff } from '../broken-off.ts';
import { callsOf } from '../calls.ts';
import { type Page, type PageRequest, readObject, readPage } from '../pages.ts';
import { pathOf, withQuery } from '../query.ts';
import type { CallOptions, Sender } from '../transport.ts';
import { type IngestJob, type IngestReject, type IngestRequest, type IngestWishes, isOver } from '../wire/ingest.ts';
import { followEvents } from './follow-events.ts';

/** The first of what was not taken, and whether there is more. */
export type IngestRejects = { readonly rejects: readonly IngestReject[]; readonly hasMore: boolean };

/** Jobs that bring items in; for administrators who have signed in. */
export type Ingest = {
  start(request: IngestRequest, options?: CallOptions): Promise<IngestJob>;
  /** Items that are sent along; the type of the blob, or `type`, says what they are. */
  upload(items: Blob, type: string, wishes?: IngestWishes, options?: CallOptions): Promise<IngestJob>;
  list(page?: PageRequest, options?: CallOptions): Promise<Page<IngestJob>>;
  read(id: string, options?: CallOptions): Promise<IngestJob>;
  cancel(id: string, options?: CallOptions): Promise<IngestJob>;
  retry(id: string, options?: CallOptions): Promise<IngestJob>;
  /** As many as there are in the first `bytes`. */
  rejects(id: string, bytes?: number, options?: CallOptions): Promise<IngestRejects>;
  /** The job now and each change, until it is over. */
  follow(id: string, options?: CallOptions): AsyncGenerator<IngestJob>;
};

const path = '/admin/ingest';
const usualBytes = 262_144;

const one = (id: string, ...rest: readonly string[]) => `${path}${pathOf(id, ...rest)}`;

export function ingest(sender: Sender): Ingest {
  const { get } = callsOf(sender);
  const post = (to: string, body: unknown, options?: CallOptions, headers = {}) =>
    sender.send({ method: 'POST', path: to, body, headers, read: readJob, signal: options?.signal });

  return {
    start: (request, options) => post(path, request, options),
    upload: (items, type, wishes = {}, options) =>
      post(withQuery(`${path}/upload`, wishes), items, options, { 'content-type': type }),
    list: (page = {}, options) => get(withQuery(path, page), readPage<IngestJob>, options),
    read: (id, options) => get(one(id), readJob, options),
    cancel: (id, options) => post(one(id, 'cancel'), undefined, options),
    retry: (id, options) => post(one(id, 'retry'), undefined, options),
    rejects: async (id, bytes = usualBytes, options) => {
      const headers = { accept: 'application/x-ndjson', range: `bytes=0-${bytes - 1}` };
      const question = { method: 'GET', path: one(id, 'rejects'), headers, signal: options?.signal } as const;
      const response = await sender.open(question);
      const text = await response.text().catch(brokenOff('The answer', options?.signal));
      return readRejects(text, isPart(response, bytes));
    },
    follow: (id, options) => followEvents<IngestJob>(sender, one(id, 'events'), isOver, options),
  };
}

const readJob = readObject<IngestJob>('id', 'state', 'tally');

function isPart(response: Response, bytes: number): boolean {
  const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? 0);
  return total > bytes;
}

/** Whole lines alone: the last one may be cut. */
function readRejects(text: string, hasMore: boolean): IngestRejects {
  const lines = text.split('\n');
  const whole = hasMore ? lines.slice(0, -1) : lines;
  return { rejects: whole.filter((line) => line !== '').map((line) => JSON.parse(line) as IngestReject), hasMore };
}
