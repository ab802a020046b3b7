import { dirname } from 'node:path';
import type { WriteMode, WriteOutcome } from '../../../../catalog/ports.ts';
import { migrate } from '../../../sql/migrate.ts';
import { lockDataFolder } from '../../data-folder-lock.ts';
import type { Connection } from '../../driver.ts';
import { exclusivelyOn } from '../../serve-writes.ts';
import { createLoadDesk } from './load-desk.ts';
import { catalogMigrations } from '../migrations.ts';
import { putItems } from '../write/put-items.ts';
import { type Lines, batchesOf, readLines } from './read-lines.ts';
import { mapForLoad, openForWriting } from '../file/settings.ts';
import { settleAtStart } from '../tend/settle-at-start.ts';

export type OfflineOptions = {
  readonly declared: readonly string[];
  readonly mode: WriteMode;
  /** Where items are to be stored; null takes each one's own collection. */
  readonly collection: string | null;
  /** Hears of every line that holds no good item, by its number from 1. */
  readonly refused?: (line: number, reason: string) => void;
  /** How many are stored in one transaction. */
  readonly itemsAtOnce?: number;
};

/** How many items had each outcome. */
export type OfflineReport = Readonly<Partial<Record<WriteOutcome | 'invalid', number>>>;

const cacheMiB = 256;
const usualItemsAtOnce = 10_000;
/** Of few lines nothing outlives the next small collection of garbage. */
const fewLines = 50;

/**
 * Loads items, one on each line, while no service runs: the index is built once, in the order of its keys. Killed, it
 * leaves what it had stored, and the next start indexes that.
 */
export async function loadOffline(file: string, lines: Lines, options: OfflineOptions): Promise<OfflineReport> {
  const lock = await lockDataFolder(dirname(file));
  try {
    const connection = openForWriting(file, {}, cacheMiB);
    try {
      await migrate('sqlite', exclusivelyOn(connection), catalogMigrations);
      settleAtStart(connection, options.declared);
      return await loadInto(connection, lines, options);
    } finally {
      // Lines that cannot be read end it within a transaction.
      if (connection.isTransaction) connection.exec('ROLLBACK');
      connection.close();
    }
  } finally {
    await lock.release();
  }
}

async function loadInto(connection: Connection, lines: Lines, options: OfflineOptions): Promise<OfflineReport> {
  mapForLoad(connection);
  const desk = createLoadDesk(connection);
  const counts: Partial<Record<keyof OfflineReport, number>> = {};
  const count = (outcome: keyof OfflineReport) => void (counts[outcome] = (counts[outcome] ?? 0) + 1);
  const refused = (line: number, reason: string) => {
    count('invalid');
    options.refused?.(line, reason);
  };
  const { itemsAtOnce = usualItemsAtOnce } = options;
  let uncommitted = 0;
  for await (const batch of batchesOf(lines, Math.min(fewLines, itemsAtOnce))) {
    const writes = readLines(batch, { ...options, refused });
    for (const { outcome } of await desk.perform((at) => putItems(at, writes, options.mode))) count(outcome);
    uncommitted += batch.length;
    if (uncommitted < itemsAtOnce) continue;
    desk.commit();
    uncommitted = 0;
  }
  desk.settle();
  return counts;
}
