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

export const cpuMsOfAll = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + (cpuMsOf(pid) || 0), 0);
