import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Served, createKey, serve, signIn } from './serve.ts';

/** A service over a large catalogue, and who asks it. */
export type Bench = {
  readonly served: Served;
  readonly headers: Readonly<Record<string, string>>;
  /** In the catalogue. */
  readonly items: number;
};

type BenchOptions = {
  /** Of data, with a catalogue of so many items. */
  readonly folder: string;
  readonly items: number;
  readonly settings?: Readonly<Record<string, string>>;
  readonly keepsFolder?: boolean;
};

/** Runs against the built service over that folder, without what earlier runs left beside the catalogue. */
export async function withBench(
  { folder, items, settings = {}, keepsFolder = false }: BenchOptions,
  run: (bench: Bench) => Promise<void>,
): Promise<void> {
  // Selects of an earlier run that was broken off would be made again beside these.
  for (const name of ['app.db', 'app.db-wal', 'app.db-shm']) rmSync(join(folder, name), { force: true });
  const served = await serve({ SWATH_DATA: folder, ...settings }, { keepsFolder });
  try {
    const key = await createKey(served, await signIn(served));
    await run({ served, headers: { 'vendor-api-key': key }, items });
  } finally {
    await served.stop();
  }
}

/** What a route answers, to a POST where there is a body; throws where it is not a 200. */
export async function askJson<T>({ served, headers }: Bench, path: string, body?: unknown): Promise<T> {
  const posted = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const answer = await fetch(`${served.url}${path}`, body === undefined ? { headers } : posted);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as T;
}
