import type { Bench } from '../support/bench.ts';
import { pacedSearches } from '../support/paced-searches.ts';
import { median, quantile } from '../support/report.ts';

export type Exported = {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly megabytes: number;
  readonly firstByteMs: number;
  /** Null where lines do not tell. */
  readonly items: number | null;
  /** Of resident memory; null where the system does not tell. */
  readonly aboveIdleMb: number | null;
  readonly searchMs: { readonly median: number; readonly p99: number; readonly idleP99: number };
};

const sampleMs = 50;
/** About as many as come while it lasts: what searches take of memory is not the export's. */
const idleSearches = 3_000;
const lineFeed = 0x0a;

/** Takes everything as one file, while somebody searches, and watches the memory of the service. */
export async function exportAll(bench: Bench, format: string): Promise<Exported> {
  const { served, headers } = bench;
  const search = pacedSearches(bench);
  const idle = await search((count) => count >= idleSearches);
  const idleMb = served.residentMb()?.now ?? null;
  let mostMb = 0;
  const sampling = setInterval(() => (mostMb = Math.max(mostMb, served.residentMb()?.now ?? 0)), sampleMs);
  const before = await served.cpuSeconds();
  const start = performance.now();
  let isOver = false;
  const searching = search(() => isOver);
  // Compression would be measured instead.
  const plain = { ...headers, 'accept-encoding': 'identity' };
  const answer = await fetch(`${served.url}/search?f=${format}`, { headers: plain });
  if (answer.status !== 200) throw new Error(`${format}: ${answer.status} ${await answer.text()}`);
  let [bytes, lines, firstByteMs] = [0, 0, 0];
  for await (const chunk of answer.body!) {
    if (bytes === 0) firstByteMs = performance.now() - start;
    bytes += chunk.length;
    if (format === 'ndjson')
      for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) lines++;
  }
  const seconds = (performance.now() - start) / 1_000;
  isOver = true;
  const beside = await searching;
  const cpuSeconds = (await served.cpuSeconds()) - before;
  clearInterval(sampling);
  return {
    seconds,
    cpuSeconds,
    megabytes: bytes / 1e6,
    firstByteMs,
    items: format === 'ndjson' ? lines : null,
    aboveIdleMb: idleMb === null ? null : mostMb - idleMb,
    searchMs: { median: median(beside), p99: quantile(beside, 0.99), idleP99: quantile(idle, 0.99) },
  };
}
