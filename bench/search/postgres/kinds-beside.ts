import type { Catalog } from '../../../server/src/catalog/ports.ts';
import { type Line, printTable } from '../../support/report.ts';
import { type KindRow, measureKind, warmUp } from '../kind-table.ts';
import { type Bound, kindsWith } from '../kinds.ts';
import type { CpuClock } from '../measure.ts';
import type { Options } from '../options.ts';
import { ms, pair, percent, thousands } from '../texts.ts';

export type BesideRow = {
  readonly kind: string;
  readonly bound: Bound;
  readonly postgres: KindRow;
  readonly embedded: KindRow;
};

type Stores = {
  readonly postgres: Catalog;
  readonly embedded: Catalog;
  /** Of the server's process that answers now. */
  readonly clock: () => Promise<CpuClock>;
};

const most = { at10: 2, at100: 6 } as const;

/** Every kind on both stores, one after the other. */
export async function kindsBeside(
  { postgres, embedded, clock }: Stores,
  items: number,
  { queries, only }: Pick<Options, 'queries' | 'only'>,
): Promise<readonly BesideRow[]> {
  // As long as the other: a server that has just started has none of its blocks in its own memory.
  await warmUp(postgres, items);
  await warmUp(embedded, items);
  const rows: BesideRow[] = [];
  for (const kind of kindsWith(only)) {
    const row = {
      kind: kind.name,
      bound: kind.bound,
      postgres: await measureKind(postgres, kind, items, queries, clock),
      embedded: await measureKind(embedded, kind, items, queries),
    };
    rows.push(row);
    const [theirs, own] = [row.postgres, row.embedded].map(({ at10 }) => pair(at10.cpuMs));
    console.error(`${items} items, ${kind.name}: PostgreSQL ${theirs}, embedded ${own} ms of CPU`);
  }
  return rows;
}

const isHeld = (row: KindRow): boolean =>
  row.at10.cpuMs.p50 < most.at10 && (row.at100 === null || row.at100.cpuMs.p50 < most.at100);

const at100 = ({ at100: row }: KindRow): string => (row === null ? '' : pair(row.cpuMs));

export function printBeside(items: number, rows: readonly BesideRow[]): void {
  console.log(
    `\nSearch in ${thousands(items)} items, CPU ms of the server's process, and of all threads of the embedded store, p50 / p99:\n`,
  );
  printTable(
    ['kind', 'limit 10: PostgreSQL', 'embedded', 'limit 100: PostgreSQL', 'embedded', 'found something', 'held'],
    rows.map(({ kind, bound, postgres, embedded }) => [
      kind,
      pair(postgres.at10.cpuMs),
      pair(embedded.at10.cpuMs),
      at100(postgres),
      at100(embedded),
      percent(postgres.at10.foundShare),
      bound === 'own' ? '(shown)' : isHeld(postgres) ? 'yes' : 'NO',
    ]),
  );
}

/** The worst kind speaks for all of them. */
export function linesOfBeside(items: number, rows: readonly BesideRow[]): readonly Line[] {
  const bounded = rows.filter(({ bound }) => bound !== 'own');
  if (bounded.length === 0) return [];
  const line = (limit: number, bound: number, value: (row: KindRow) => number): Line => {
    const worst = bounded.reduce((a, b) => (value(b.postgres) > value(a.postgres) ? b : a));
    return {
      what: `CPU of the server at limit ${limit}, p50 of the worst kind, ${thousands(items)} items`,
      measured: `${ms(value(worst.postgres))} ms (${worst.kind})`,
      bound: `under ${bound} ms`,
      isHeld: value(worst.postgres) < bound,
    };
  };
  return [line(10, most.at10, ({ at10 }) => at10.cpuMs.p50), line(100, most.at100, (row) => row.at100?.cpuMs.p50 ?? 0)];
}
