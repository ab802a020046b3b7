import type { Catalog } from '../../server/src/catalog/ports.ts';
import { PlatformError } from '../../server/src/shared/errors.ts';
import { quantile } from '../support/report.ts';
import { type Query, prepare } from './kinds/query.ts';

export type Sample = {
  /** Of all threads of this process, or of the server's, from the call to its answer. */
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly found: number;
  readonly isRefused: boolean;
};

export type Summary = {
  readonly queries: number;
  readonly cpuMs: { readonly p50: number; readonly p99: number };
  readonly wallMs: { readonly p50: number; readonly p99: number };
  /** The share of answers that had something in them, and of those that were errors. */
  readonly foundShare: number;
  readonly refusedShare: number;
};

/** Milliseconds of CPU so far. */
export type CpuClock = () => number;

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** One after the other, with nothing else to do: what a search costs, not what a crowd waits. */
export async function measure(
  catalog: Catalog,
  queries: readonly Query[],
  limit: number,
  cpuMs: CpuClock = ownCpuMs,
): Promise<readonly Sample[]> {
  const calls = queries.map((query) => prepare(catalog, query, limit));
  const samples: Sample[] = [];
  for (const call of calls) samples.push(await timed(call, cpuMs));
  return samples;
}

async function timed(call: () => Promise<number>, cpuMs: CpuClock): Promise<Sample> {
  const start = performance.now();
  const before = cpuMs();
  const found = await call().catch(refusal);
  const after = cpuMs();
  const wallMs = performance.now() - start;
  return { cpuMs: after - before, wallMs, found: found ?? 0, isRefused: found === null };
}

/** Some searches are refused with a reason; a fault is a fault of the benchmark too. */
function refusal(error: unknown): null {
  // The store is a build of its own, with an error class of its own.
  if (error instanceof Error && error.name === PlatformError.name) return null;
  throw error;
}

export function summarize(samples: readonly Sample[]): Summary {
  const both = (value: (sample: Sample) => number) => {
    const values = samples.map(value);
    return { p50: quantile(values, 0.5), p99: quantile(values, 0.99) };
  };
  const share = (is: (sample: Sample) => boolean) => samples.filter(is).length / samples.length;
  return {
    queries: samples.length,
    cpuMs: both(({ cpuMs }) => cpuMs),
    wallMs: both(({ wallMs }) => wallMs),
    foundShare: share(({ found }) => found > 0),
    refusedShare: share(({ isRefused }) => isRefused),
  };
}
