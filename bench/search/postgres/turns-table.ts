import { type Line, median, printTable } from '../../support/report.ts';
import type { Summary } from '../measure.ts';
import { ms, pair, thousands } from '../texts.ts';

export type TurnsRow = {
  readonly kind: string;
  readonly isPage: boolean;
  readonly limit: number;
  readonly ours: Summary;
  readonly theirs: Summary;
  /** CPU of our side with this process, which writes the statements and reads the rows; p50. */
  readonly oursWithClient: number;
  /** Items of all answers. */
  readonly found: { readonly ours: number; readonly theirs: number };
};

const least = 12;

const times = ({ ours, theirs }: TurnsRow): number => theirs.cpuMs.p50 / ours.cpuMs.p50;
const timesWithClient = ({ oursWithClient, theirs }: TurnsRow): number => theirs.cpuMs.p50 / oursWithClient;
const timesOfWall = ({ ours, theirs }: TurnsRow): number => theirs.wallMs.p50 / ours.wallMs.p50;
const text = (ratio: number): string => (ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(1));

export function linesOfTurns(items: number, version: string, rows: readonly TurnsRow[]): readonly Line[] {
  return [10, 100].flatMap((limit) => {
    const some = rows.filter((row) => row.isPage && row.limit === limit);
    if (some.length === 0) return [];
    const worst = some.reduce((a, b) => (times(b) < times(a) ? b : a));
    return [
      {
        what: `CPU of the server, pgstac ${version} : ours, p50 of the worst kind, limit ${limit}, ${thousands(items)} items`,
        measured: `${text(times(worst))} (${worst.kind}), median of the kinds ${text(median(some.map(times)))}`,
        bound: `at least ${least}`,
        isHeld: times(worst) >= least,
      },
    ];
  });
}

export function printTurns(items: number, version: string, rows: readonly TurnsRow[]): void {
  console.log(
    `\nThe same queries in turns to this catalogue and to pgstac ${version} on one server, ${thousands(items)} items each. CPU ms of the server's process (pgstac's without its parallel workers), p50 / p99; times by the p50, then with the CPU of our client's process on our side alone, then by the waiting time:\n`,
  );
  printTable(
    ['kind', 'limit', 'queries', 'ours', 'pgstac', 'times', 'with our client', 'waiting', 'items found, ours : pgstac'],
    rows.map((row) => [
      row.kind,
      String(row.limit),
      String(row.theirs.queries),
      pair(row.ours.cpuMs),
      pair(row.theirs.cpuMs),
      text(times(row)),
      `${text(timesWithClient(row))} (${ms(row.oursWithClient)} ms)`,
      text(timesOfWall(row)),
      `${row.found.ours} : ${row.found.theirs}`,
    ]),
  );
}
