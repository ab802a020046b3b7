import type { Catalog } from '../../server/src/catalog/ports.ts';
import { type Line, printTable } from '../support/report.ts';
import { type Kind, kindsWith, queriesOf } from './kinds.ts';
import type { Query } from './kinds/query.ts';
import { measure, summarize } from './measure.ts';
import type { Options } from './options.ts';
import { ms, thousands } from './texts.ts';

const limit = 10;
const seed = 3;
const farthestTry = 40;

export type GrowthRow = {
  readonly kind: string;
  readonly queries: number;
  /** CPU ms, one of each size. */
  readonly p50: readonly number[];
  readonly p99: readonly number[];
};

export type GrowthQueries = ReadonlyMap<string, readonly Query[]>;

/** Queries whose page is full in the smallest catalogue, and so in every larger one that begins with its items. */
export async function chooseGrowthQueries(
  catalog: Catalog,
  items: number,
  { queries, only }: Pick<Options, 'queries' | 'only'>,
): Promise<GrowthQueries> {
  const count = Math.ceil(queries / 2);
  const chosen = new Map<string, readonly Query[]>();
  for (const kind of kindsWith(only))
    if (kind.bound !== 'own')
      chosen.set(
        kind.name,
        kind.isFull ? await fullOnes(catalog, kind, items, count) : queriesOf(kind, count, items, seed),
      );
  return chosen;
}

async function fullOnes(catalog: Catalog, kind: Kind, items: number, count: number): Promise<readonly Query[]> {
  const full: Query[] = [];
  const candidates = queriesOf(kind, count * farthestTry, items, seed);
  for (let from = 0; from < candidates.length && full.length < count; from += count) {
    const some = candidates.slice(from, from + count);
    const samples = await measure(catalog, some, limit);
    full.push(...some.filter((_, i) => samples[i]!.found === limit));
  }
  return full.slice(0, count);
}

/** The middle and the far end of every kind's times in one catalogue. */
export async function measureGrowth(catalog: Catalog, chosen: GrowthQueries): Promise<ReadonlyMap<string, GrowthRow>> {
  const rows = new Map<string, GrowthRow>();
  for (const [kind, queries] of chosen) {
    if (queries.length === 0) continue;
    await measure(catalog, queries.slice(0, Math.ceil(queries.length / 4)), limit);
    const { p50, p99 } = summarize(await measure(catalog, queries, limit)).cpuMs;
    rows.set(kind, { kind, queries: queries.length, p50: [p50], p99: [p99] });
  }
  return rows;
}

export function joinGrowth(bySize: readonly ReadonlyMap<string, GrowthRow>[]): readonly GrowthRow[] {
  const [smallest, ...larger] = bySize;
  return [...smallest!.values()].map((row) => ({
    ...row,
    p50: [...row.p50, ...larger.flatMap((rows) => rows.get(row.kind)!.p50)],
    p99: [...row.p99, ...larger.flatMap((rows) => rows.get(row.kind)!.p99)],
  }));
}

const growthOf = ({ p50 }: GrowthRow): number => p50.at(-1)! / p50[0]!;

export function printGrowth(sizes: readonly number[], rows: readonly GrowthRow[]): void {
  console.log('\nGrowth of the CPU time at limit 10, p50 ms, queries that fill the page at every size:\n');
  printTable(
    ['kind', 'queries', ...sizes.map(thousands), 'times'],
    rows.map((row) => [row.kind, String(row.queries), ...row.p50.map(ms), growthOf(row).toFixed(2)]),
  );
}

export function linesOfGrowth(sizes: readonly number[], rows: readonly GrowthRow[]): readonly Line[] {
  if (rows.length === 0) return [];
  const worst = rows.reduce((a, b) => (growthOf(b) > growthOf(a) ? b : a));
  return [
    {
      what: `growth of a search from ${thousands(sizes[0]!)} to ${thousands(sizes.at(-1)!)} items, worst kind`,
      measured: `${growthOf(worst).toFixed(2)} (${worst.kind})`,
      bound: 'at most 2.50',
      isHeld: growthOf(worst) <= 2.5,
    },
  ];
}
