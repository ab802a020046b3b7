import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Catalog } from '../../server/src/catalog/ports.ts';
import { type Line, median, quantile } from '../support/report.ts';
import type { CatalogueFolder } from './catalogue-folder.ts';
import { prepare } from './kinds/query.ts';
import { loadBatch } from './load.ts';
import { type Batch, makeBatches } from './make-items.ts';
import { queryMix } from './query-mix.ts';
import { openCatalogue } from './store.ts';
import { ms, thousands } from './texts.ts';

export type WritesResult = {
  readonly items: number;
  /** Loads with nothing else to do. */
  readonly itemsPerCpuSecond: number;
  /** Loads while searches run, their CPU counted against the loads. */
  readonly itemsPerCpuSecondWithSearches: number;
  readonly idleP99Ms: number;
  readonly busyP99Ms: number;
  /** The median of the rounds' ratios. */
  readonly ratio: number;
};

/** One search every so often, whether or not the last one is answered: what a busy store makes people wait. */
export const paceMs = 5;
const batchesARound = 10;
export const itemsARound = batchesARound * 1_000;
/** So many numbers have that many full batches in them. */
export const spanOfTurn = 20_000;
const idleMs = 4_000;

/** A copy: the kept catalogue stays as it is. */
export function copyOfCatalogue({ path }: CatalogueFolder): CatalogueFolder['path'] {
  const copy = mkdtempSync(join(dirname(path), 'copy-'));
  cpSync(path, copy, { recursive: true });
  return copy;
}

/** Searches of the mix at limit 10 while bulk loads run, against the same searches without them, in turns. */
export async function measureWrites(folder: CatalogueFolder, rounds: number): Promise<WritesResult> {
  const copy = copyOfCatalogue(folder);
  const opened = await openCatalogue(join(copy, 'catalog.db'));
  try {
    return await inTurns(opened.catalog, folder.items, rounds);
  } finally {
    await opened.close();
    rmSync(copy, { recursive: true, force: true });
  }
}

async function inTurns(catalog: Catalog, items: number, rounds: number): Promise<WritesResult> {
  const searches = queryMix(1_000, items, 4).map((query) => prepare(catalog, query, 10));
  // Made before anything is timed.
  const turns = Array.from({ length: 2 * rounds + 1 }, (_, turn) => fullBatches(items + turn * spanOfTurn));
  const load = (turn: number) => loadEach(catalog, turns[turn]!);
  const [idle, busy]: [number[], number[]] = [[], []];
  const [alone, together]: [number[], number[]] = [[], []];
  await paced(searches, idleMs, () => load(2 * rounds));
  for (let round = 0; round < rounds; round++) {
    alone.push(await cpuSecondsOf(() => load(2 * round)));
    idle.push(quantile(await paced(searches, idleMs, async () => {}), 0.99));
    together.push(
      await cpuSecondsOf(async () => {
        busy.push(quantile(await paced(searches, 0, () => load(2 * round + 1)), 0.99));
      }),
    );
    console.error(`round ${round + 1}: p99 ${ms(idle.at(-1)!)} ms idle, ${ms(busy.at(-1)!)} ms during loads`);
  }
  return {
    items,
    itemsPerCpuSecond: itemsARound / median(alone),
    itemsPerCpuSecondWithSearches: itemsARound / median(together),
    idleP99Ms: median(idle),
    busyP99Ms: median(busy),
    ratio: median(idle.map((quiet, round) => busy[round]! / quiet)),
  };
}

/** Only full ones; `turn` by turn of numbers that no other turn uses. */
export function fullBatches(from: number): readonly Batch[] {
  const batches: Batch[] = [];
  for (const batch of makeBatches(from, from + spanOfTurn)) {
    batches.push(batch);
    if (batches.length === batchesARound) break;
  }
  return batches;
}

async function loadEach(catalog: Catalog, batches: readonly Batch[]): Promise<void> {
  for (const batch of batches) await loadBatch(catalog, batch);
}

async function cpuSecondsOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** The waits in ms of calls made in turn, for the given time or as long as the work takes. */
export async function paced(
  calls: readonly (() => Promise<unknown>)[],
  leastMs: number,
  work: () => Promise<void>,
): Promise<readonly number[]> {
  const waits: Promise<number>[] = [];
  const end = { isOver: false };
  const least = new Promise<void>((resolve) => setTimeout(resolve, leastMs));
  const ended = Promise.all([work(), least]).finally(() => (end.isOver = true));
  for (let turn = 0; !end.isOver; turn++) {
    waits.push(waitOf(calls[turn % calls.length]!));
    await new Promise((resolve) => setTimeout(resolve, paceMs));
  }
  await ended;
  return Promise.all(waits);
}

async function waitOf(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await call();
  return performance.now() - start;
}

export function linesOfWrites(result: WritesResult, what: string): readonly Line[] {
  const { itemsPerCpuSecond, itemsPerCpuSecondWithSearches, idleP99Ms, busyP99Ms, ratio } = result;
  const size = `${thousands(result.items)} items stored`;
  return [
    {
      what: `${what}, items a CPU second, ${size}`,
      measured: `${thousands(itemsPerCpuSecond)} (${thousands(itemsPerCpuSecondWithSearches)} with the searches' CPU)`,
      bound: 'at least 4,000',
      isHeld: itemsPerCpuSecond >= 4_000,
    },
    {
      what: `p99 of searches during it : idle, one search every ${paceMs} ms`,
      measured: `${ratio.toFixed(2)} (${ms(busyP99Ms)} : ${ms(idleP99Ms)} ms)`,
      bound: 'at most 2.00',
      isHeld: ratio <= 2,
    },
  ];
}
