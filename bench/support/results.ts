import { execSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';

/** What a figure must carry so that it can be traced. */
export type Origin = {
  readonly date: string;
  readonly commit: string;
  /** The sources differ from the commit. */
  readonly isChanged: boolean;
  readonly node: string;
  readonly cores: number;
  readonly processor: string;
};

export function origin(): Origin {
  return {
    date: new Date().toISOString(),
    commit: git('rev-parse --short HEAD') || '(none)',
    isChanged: git('status --porcelain') !== '',
    node: process.version,
    cores: cpus().length,
    processor: cpus()[0]?.model.trim() ?? '(unknown)',
  };
}

export function originText({ date, commit, isChanged, node, cores, processor }: Origin): string {
  return `${date.slice(0, 10)}, commit ${commit}${isChanged ? ' with changes' : ''}, Node ${node}, ${cores} cores (${processor})`;
}

export function writeResults(file: string, results: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}

function git(command: string): string {
  try {
    return execSync(`git ${command}`, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}
