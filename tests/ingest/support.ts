import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { createMemoryCatalog } from '../../server/src/adapters/memory/catalog.ts';
import type { Catalog } from '../../server/src/catalog/ports.ts';
import { everything } from '../../server/src/catalog/search-request.ts';
import { documentOf } from '../../server/src/catalog/stored-document.ts';
import type { Checkpoint } from '../../server/src/ingest/checkpoint.ts';
import type { Reject } from '../../server/src/ingest/judge-entry.ts';
import type { CheckpointStore, RejectLog } from '../../server/src/ingest/ports.ts';
import { type IngestOptions, runIngest } from '../../server/src/ingest/run-ingest.ts';
import { searchPages } from '../../server/src/ingest/search-pages.ts';
import type { Content, Entry, Source } from '../../server/src/ingest/source.ts';
import { swath } from '../cli/swath-in-process.ts';
import { listen } from '../support/listen.ts';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** Gone when the tests of the file are. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'swath-ingest-'));
  folders.push(folder);
  return folder;
}

export type Json = Readonly<Record<string, unknown>>;

export const item = (id: string, more: Json = {}): Json => ({
  type: 'Feature',
  stac_version: '1.0.0',
  id,
  geometry: { type: 'Point', coordinates: [8 + (id.length % 3), 47] },
  properties: { datetime: '2026-05-01T10:00:00Z' },
  assets: {},
  links: [],
  ...more,
});

export const manyItems = (count: number, more: Json = {}): readonly Json[] =>
  Array.from({ length: count }, (_, i) => item(`item-${String(i).padStart(6, '0')}`, more));

export const ndjson = (items: readonly unknown[]): string => items.map((each) => `${JSON.stringify(each)}\n`).join('');

/** The text in pieces of that many bytes. */
export async function* pieces(text: string | Uint8Array, bytes: number): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(text);
  for (let at = 0; at < all.length; at += bytes) yield all.subarray(at, at + bytes);
}

export async function all<T>(each: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of each) found.push(one);
  return found;
}

export const textOf = (content: Content): string =>
  content.kind === 'text'
    ? Buffer.from(content.bytes).toString()
    : `${content.kind} ${'reason' in content ? content.reason : ''}`;

/** A folder with an installation in it, as `swath` finds it. */
export async function installation(more: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder();
  const env = { SWATH_DATA: join(folder, 'data'), SWATH_DEMO: '0', SWATH_SEARCH_THREADS: '1', ...more };
  const { code, stderr } = await swath(['account', 'add', 'a@example.com', '--json'], env);
  if (code !== 0) throw new Error(stderr);
  return { folder, env, file: (name: string) => join(folder, name) };
}

export const readRejects = (path: string): readonly Reject[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Reject);

/** All items of a catalogue, by id. */
export async function documentsIn(catalog: Catalog): Promise<ReadonlyMap<string, Json>> {
  const found = await all(searchPages(catalog, { ...everything, limit: 1_000 }));
  return new Map(found.map(({ id, bytes }) => [id, documentOf(bytes)]));
}

export type Bench = {
  readonly catalog: Catalog;
  readonly said: string[];
  readonly rejects: Reject[];
  readonly checkpoint: () => Checkpoint | null;
  readonly restore: (checkpoint: Checkpoint) => void;
  run(source: Source, options?: Partial<IngestOptions>, stopAfter?: number): ReturnType<typeof runIngest>;
};

const plainOptions: IngestOptions = {
  collection: null,
  fallback: 'scenes',
  validate: 'basic',
  isOnlyNew: false,
  isDryRun: false,
  mayCreate: true,
  isRestarted: false,
  batchSize: 3,
  checkpointEveryMs: 0,
};

/** Runs ingests on a catalogue in memory; checkpoints go through JSON, as on a disk. */
export function createBench(): Bench {
  const catalog = createMemoryCatalog();
  const [said, rejects]: [string[], Reject[]] = [[], []];
  let kept: string | null = null;
  const checkpoints: CheckpointStore = {
    hold: async () => ({ release: () => undefined }),
    read: async () => (kept === null ? null : (JSON.parse(kept) as Checkpoint)),
    write: async (checkpoint) => void (kept = JSON.stringify(checkpoint)),
    remove: async () => void (kept = null),
  };
  const log: RejectLog = {
    cut: async (count) => void rejects.splice(count),
    write: async (more) => void rejects.push(...more),
    bytes: async () => rejects.length,
  };
  return {
    catalog,
    said,
    rejects,
    checkpoint: () => (kept === null ? null : (JSON.parse(kept) as Checkpoint)),
    restore: (checkpoint) => void (kept = JSON.stringify(checkpoint)),
    run(source, options = {}, stopAfter = Infinity) {
      let items = 0;
      let nowMs = 0;
      const clock = { nowMs: () => (nowMs += 10) };
      const needs = { catalog, checkpoints, rejects: log, clock, baseUrl: 'http://localhost:8080' };
      return runIngest(
        needs,
        source,
        { ...plainOptions, ...options },
        {
          said: (sentence) => void said.push(sentence),
          progressed: () => void items++,
          moved: () => undefined,
          isStopping: () => items >= stopAfter,
        },
      );
    },
  };
}

/** A source whose entries are given. */
export const fixedSource = (entries: readonly Entry[], fingerprint = 'one'): Source => ({
  name: 'fixed',
  fingerprint,
  unit: 'items',
  total: () => entries.length,
  async *entries(from) {
    yield* entries.slice((from as { at: number } | null)?.at ?? 0);
  },
  findCollection: async () => null,
});

export type FakeServer = { readonly url: string; readonly asked: string[]; stop(): Promise<void> };

/** Answers as it is told; what was asked is kept. */
export async function fakeServer(
  answer: (request: IncomingMessage, body: string, response: ServerResponse) => unknown,
): Promise<FakeServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      asked.push(`${request.method} ${request.url}`);
      const document = answer(request, body, response);
      if (response.writableEnded) return;
      response.statusCode = document === null ? 404 : 200;
      response.end(document === null ? '{}' : JSON.stringify(document));
    });
  });
  return { ...(await listening(server)), asked };
}

/** One that answers as slowly and as long as it likes. */
export async function slowServer(answer: (url: URL, response: ServerResponse) => unknown): Promise<FakeServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    void answer(new URL(request.url!, `http://${request.headers.host}`), response);
  });
  return { ...(await listening(server)), asked };
}

async function listening(server: Server): Promise<Pick<FakeServer, 'url' | 'stop'>> {
  const { url, close } = await listen(server);
  return { url, stop: close };
}
