import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import type { CpuClock } from '../measure.ts';

const ofCatalogue = "SELECT pid FROM pg_stat_activity WHERE application_name = 'swath-catalogue'";

/** CPU of all server processes that serve the catalogue's connections now. */
export async function serverCpu(url: string): Promise<CpuClock> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(ofCatalogue);
  await client.end();
  return () => rows.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0);
}

/** Nanoseconds that the process ran, where the system tells; else nothing is known of its CPU. */
export function cpuMsOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}
