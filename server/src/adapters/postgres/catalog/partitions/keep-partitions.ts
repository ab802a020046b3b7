import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { minuteMs } from '../../../../shared/clock.ts';
import type { Log } from '../../../../shared/log.ts';
import { partNext } from './part-entries.ts';
import { queryOn } from '../database/query.ts';
import { type PartitionRules, beginParting, dropTable, isToBeParted, tablesToDrop } from './tend-partitions.ts';
import type { Write } from '../write/write.ts';

export type KeepPartitions = PartitionRules & { readonly everyMs?: number };

const partitionLock = '7328412, hashtext(current_schema())';

/** From time to time: parts what has grown large, and drops what is empty. What fails is tried again the next time. */
export function keepPartitions(
  pool: Pool,
  write: Write,
  { everyMs = 10 * minuteMs, ...rules }: KeepPartitions,
  log: Log,
): { isBusy(): boolean; close(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isBusy = true;

  async function look(): Promise<void> {
    if (await isToBeParted(queryOn(pool), rules)) {
      await write(beginParting);
      let hasMore = true;
      while (hasMore && !signal.aborted) hasMore = await write(partNext);
    }
    if (signal.aborted) return;
    for (const name of await write((desk) => tablesToDrop(desk, rules)))
      if (!signal.aborted) await write((desk) => dropTable(desk, name, rules));
  }

  async function work(): Promise<void> {
    while (!signal.aborted) {
      isBusy = true;
      await alone(pool, look).catch((error: unknown) => {
        if (!signal.aborted) log.warn('the partitions of the catalogue could not be tended', { error: String(error) });
      });
      isBusy = false;
      await setTimeout(everyMs, null, { signal, ref: false }).catch(() => {});
    }
  }

  const working = work();
  return {
    isBusy: () => isBusy,
    async close() {
      stopping.abort();
      await working;
    },
  };
}

/** Not where another node is at it: writes would wait for each of them. */
async function alone(pool: Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  let isLost = true;
  try {
    const query = queryOn(client);
    const [row] = await query<[boolean]>(`SELECT pg_try_advisory_lock(${partitionLock})`);
    if (row![0]) {
      await work();
      await query(`SELECT pg_advisory_unlock(${partitionLock})`);
    }
    isLost = false;
  } finally {
    // A connection that is closed lets go of it too.
    client.release(isLost);
  }
}
