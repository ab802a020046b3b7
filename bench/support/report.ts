import { execSync } from 'node:child_process';
import { cpus } from 'node:os';

export type Line = {
  readonly what: string;
  readonly measured: string;
  readonly bound: string;
  readonly isHeld: boolean;
};

/** A table for the README, with date, commit and machine, so that a figure can be traced. */
export function report(title: string, lines: readonly Line[]): void {
  console.log(
    `\n${title}: ${new Date().toISOString().slice(0, 10)}, commit ${commit()}, Node ${process.version}, ${cpus().length} cores\n`,
  );
  console.log('| what | measured | bound | held |\n|---|---|---|---|');
  for (const { what, measured, bound, isHeld } of lines)
    console.log(`| ${what} | ${measured} | ${bound} | ${isHeld ? 'yes' : 'NO'} |`);
  if (lines.some(({ isHeld }) => !isHeld)) process.exitCode = 1;
}

function commit(): string {
  try {
    return execSync('git rev-parse --short HEAD', { encoding: 'utf8' }).trim();
  } catch {
    return '(none)';
  }
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
