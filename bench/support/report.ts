import { origin, originText } from './results.ts';

export type Line = {
  readonly what: string;
  readonly measured: string;
  readonly bound: string;
  readonly isHeld: boolean;
};

/** A table for the README, with date, commit and machine, so that a figure can be traced. */
export function report(title: string, lines: readonly Line[]): void {
  console.log(`\n${title}: ${originText(origin())}\n`);
  printLines(lines);
}

/** A bound that does not hold makes the run fail. */
export function printLines(lines: readonly Line[]): void {
  printTable(
    ['what', 'measured', 'bound', 'held'],
    lines.map(({ what, measured, bound, isHeld }) => [what, measured, bound, isHeld ? 'yes' : 'NO']),
  );
  if (lines.some(({ isHeld }) => !isHeld)) process.exitCode = 1;
}

const tableLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** As markdown. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  console.log([tableLine(head), `|${'---|'.repeat(head.length)}`, ...rows.map(tableLine)].join('\n'));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
