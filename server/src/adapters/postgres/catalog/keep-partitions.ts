import { setTimeout } from 'node:timers/promises';
import { minuteMs } from '../../../shared/clock.ts';
import type { Log } from '../../../shared/log.ts';
import type { Query } from './query.ts';
import { tend } from './tend.ts';
import { type PartitionRules, beginParting, dropTable, isToBeParted, tablesToDrop } from './tend-partitions.ts';
import type { Write } from './write.ts';

export type KeepPartitions = PartitionRules & { readonly everyMs?: number };

/** From time to time: parts what has grown large, and drops what is empty. What fails is tried again the next time. */
export function keepPartitions(
  query: Query,
  write: Write,
  { everyMs = 10 * minuteMs, ...rules }: KeepPartitions,
  log: Log,
): { isBusy(): boolean; close(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isBusy = true;

  async function look(): Promise<void> {
    if (await isToBeParted(query, rules)) {
      await write(beginParting);
      let hasMore = true;
      while (hasMore && !signal.aborted) hasMore = await write(tend);
    }
    if (signal.aborted) return;
    for (const name of await write((desk) => tablesToDrop(desk, rules)))
      if (!signal.aborted) await write((desk) => dropTable(desk, name, rules));
  }

  async function work(): Promise<void> {
    while (!signal.aborted) {
      isBusy = true;
      await look().catch((error: unknown) => {
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
