import type { Catalog } from '../../server/src/catalog/ports.ts';
import { type Line, printTable } from '../support/report.ts';
import { type Kind, kinds, kindsWith, queriesOf } from './kinds.ts';
import { type CpuClock, type Summary, measure, summarize } from './measure.ts';
import type { Options } from './options.ts';
import { ms, pair, percent } from './texts.ts';

export type KindRow = {
  readonly kind: string;
  readonly at10: Summary;
  /** Null where a limit means nothing. */
  readonly at100: Summary | null;
  readonly isHeld: boolean | null;
};

export type KindTable = { readonly items: number; readonly rows: readonly KindRow[] };

const warmUpSeed = 1;
const seed = 2;

/** Asks a bit of everything, as a server that has run for a while was asked. */
export async function warmUp(catalog: Catalog, items: number, each = 300): Promise<void> {
  for (const limit of [10, 100, 10])
    for (const kind of kinds) await measure(catalog, queriesOf(kind, kind.bound === 'own' ? 5 : each, items, 0), limit);
}

/** Every kind on a catalogue that was just warmed by other queries of that kind. */
export async function measureKinds(
  catalog: Catalog,
  items: number,
  { queries, only }: Pick<Options, 'queries' | 'only'>,
): Promise<KindTable> {
  const rows: KindRow[] = [];
  for (const kind of kindsWith(only)) {
    const row = await measureKind(catalog, kind, items, queries);
    rows.push(row);
    console.error(`${items} items, ${kind.name}: ${pair(row.at10.cpuMs)} ms of CPU`);
  }
  return { items, rows };
}

/** The clock is asked for after the warm-up: a server may have another process for us by then. */
export async function measureKind(
  catalog: Catalog,
  kind: Kind,
  items: number,
  queries: number,
  clock: () => Promise<CpuClock | undefined> = async () => undefined,
): Promise<KindRow> {
  // A kind that is only shown may be slow by nature.
  const count = kind.bound === 'own' ? Math.ceil(queries / 5) : queries;
  const fewer = Math.ceil(count / 3);
  const run = async (howMany: number, limit: number) => {
    await measure(catalog, queriesOf(kind, Math.ceil(howMany / 4), items, warmUpSeed), limit);
    return summarize(await measure(catalog, queriesOf(kind, howMany, items, seed), limit, await clock()));
  };
  const at10 = await run(count, 10);
  const at100 = kind.hasPages ? await run(fewer, 100) : null;
  return { kind: kind.name, at10, at100, isHeld: isHeld(kind, at10, at100) };
}

function isHeld({ bound }: Kind, at10: Summary, at100: Summary | null): boolean | null {
  if (bound === 'own') return null;
  if (bound === 'id') return at10.cpuMs.p50 < 0.05 && at10.cpuMs.p99 < 10;
  return at10.cpuMs.p50 < 1 && at10.cpuMs.p99 < 10 && (at100 === null || at100.cpuMs.p99 < 20);
}

export function printKindTable({ items, rows }: KindTable): void {
  console.log(`\nSearch in ${items.toLocaleString('en')} items, CPU ms of all threads, p50 / p99 (wall ms):\n`);
  printTable(
    ['kind', 'limit 10', 'limit 100', 'wall, limit 10', 'found something', 'refused', 'held'],
    rows.map(({ kind, at10, at100, isHeld }) => [
      kind,
      pair(at10.cpuMs),
      at100 === null ? '' : pair(at100.cpuMs),
      pair(at10.wallMs),
      percent(at10.foundShare),
      at10.refusedShare === 0 ? '' : percent(at10.refusedShare),
      isHeld === null ? '(shown)' : isHeld ? 'yes' : 'NO',
    ]),
  );
}

/** The worst kind of a table speaks for all of them. */
export function linesOfKinds({ items, rows }: KindTable): readonly Line[] {
  const bounded = rows.filter(({ isHeld }) => isHeld !== null);
  const names = new Set(kinds.filter(({ bound }) => bound === 'id').map(({ name }) => name));
  const pages = bounded.filter(({ kind }) => !names.has(kind));
  const size = items.toLocaleString('en');
  const line = (what: string, bound: number, some: readonly KindRow[], value: (row: KindRow) => number): Line[] => {
    if (some.length === 0) return [];
    const worst = some.reduce((a, b) => (value(b) > value(a) ? b : a));
    const measured = `${ms(value(worst))} ms (${worst.kind})`;
    return [{ what: `${what}, ${size} items`, measured, bound: `under ${bound} ms`, isHeld: value(worst) < bound }];
  };
  return [
    ...line('CPU of a search at limit 10, p50 of the worst kind', 1, pages, ({ at10 }) => at10.cpuMs.p50),
    ...line('the same, p99', 10, pages, ({ at10 }) => at10.cpuMs.p99),
    ...line('CPU of a search at limit 100, p99 of the worst kind', 20, pages, ({ at100 }) => at100?.cpuMs.p99 ?? 0),
    ...line(
      'CPU of a look-up by id, p50',
      0.05,
      bounded.filter(({ kind }) => names.has(kind)),
      ({ at10 }) => at10.cpuMs.p50,
    ),
  ];
}
