import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cpuMsOf } from '../search/postgres/server-cpu.ts';

/** The server of a data folder and all that it has started. */
export function databaseProcesses(folder: string): readonly number[] {
  const [server] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n');
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return [Number(server), ...numbers.filter((pid) => parentOf(pid) === server).map(Number)];
}

function parentOf(pid: string): string | null {
  try {
    return /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? null;
  } catch {
    return null;
  }
}

/** Milliseconds so far, by process. */
export const databaseCpu = (folder: string): ReadonlyMap<number, number> =>
  new Map(databaseProcesses(folder).map((pid) => [pid, cpuMsOf(pid) || 0]));

/** What the processes that are there now did since then. */
export const cpuSince = (before: ReadonlyMap<number, number>, now: ReadonlyMap<number, number>): number =>
  [...now].reduce((sum, [pid, ms]) => sum + Math.max(0, ms - (before.get(pid) ?? 0)), 0);
