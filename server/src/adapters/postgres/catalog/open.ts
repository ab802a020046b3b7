import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Catalog, StoredItem } from '../../../catalog/ports.ts';
import { type Log, silentLog } from '../../../shared/log.ts';
import { keepTending } from '../../sql/keep-tending.ts';
import { explaining } from '../connections.ts';
import { explain } from '../unavailable.ts';
import { createCatalog } from './catalog.ts';
import { createPool } from './database/connections.ts';
import { type KeepPartitions, keepPartitions } from './partitions/keep-partitions.ts';
import { migrateCatalog } from './migrations.ts';
import { queryOn } from './database/query.ts';
import { readSharedIds } from './search/shared-ids.ts';
import { momentsOn } from './database/read-moment.ts';
import { type Tuning, usualTuning } from './search/tuning.ts';
import { isSettled, settle } from './settle.ts';
import { checkDeclared } from '../../../catalog/plan/slots.ts';
import { tend } from './tend.ts';
import { writesOn } from './write/write.ts';

export type PostgresCatalogOptions = {
  /** Names of properties whose conditions and orders the index answers. */
  readonly declared: readonly string[];
  /** Properties that collections summarise, where not those that are declared; null leaves all that is declared, and its upkeep, to another process. */
  readonly summarised?: readonly string[] | null;
  readonly searchTimeoutMs?: number;
  readonly log?: Log;
  /** A replica that answers searches; all else is asked of the primary. */
  readonly readUrl?: string | undefined;
  /** Keeps everything in this schema, made if need be; the default is the connection's search path. */
  readonly schema?: string | undefined;
  readonly connections?: number;
  readonly tuning?: Tuning;
  /** A page of a search that would have more ends before, and its next goes on there; without it pages are whole. */
  readonly mostBytes?: number;
  /** When entries are parted by time, and what is dropped then; without it another process looks after that. */
  readonly partitions?: KeepPartitions | undefined;
};

export type PostgresCatalog = {
  readonly catalog: Catalog;
  /** Of items, the ids that items of other collections have too. */
  sharedIds(items: readonly Pick<StoredItem, 'id'>[]): Promise<ReadonlySet<string>>;
  isWritable(): boolean;
  /** Whether what starts and changes of settings left to do is still being done. */
  isTended(): boolean;
  warm(): Promise<void>;
  close(): Promise<void>;
};

/** Of all connections: single documents, lists and writes do not wait for searches. */
const besideSearches = 4;

/** What threads ask beside searches takes far less. */
const mostMs = 60_000;

const idle = 'SELECT reindex IS NULL AND showing IS NULL FROM catalog_state';

/** Connects, brings the schema up to date and settles what is declared; any number of nodes may have it open. */
export async function openPostgresCatalog(
  url: string,
  {
    declared,
    summarised = declared,
    searchTimeoutMs = 30_000,
    log = silentLog,
    readUrl,
    schema,
    connections = 14,
    tuning = usualTuning,
    mostBytes = Infinity,
    partitions,
  }: PostgresCatalogOptions,
): Promise<PostgresCatalog> {
  checkDeclared(declared);
  if (schema !== undefined && !/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw new Error('the schema name may hold lower-case letters, digits and _ alone');
  const pools: Pool[] = [];
  const open = (at: string, most: number): Pool => {
    const pool = createPool(at, { schema, connections: most, log });
    pools.push(pool);
    return pool;
  };
  const closeAll = async () => void (await Promise.all(pools.splice(0).map((pool) => pool.end())));
  try {
    const primary = open(url, connections);
    const reads = readUrl === undefined ? primary : open(readUrl, connections);
    const control = open(readUrl ?? url, 2);
    await migrateCatalog(primary, schema);
    const write = writesOn(primary, randomUUID().slice(0, 8));
    const query = queryOn(primary);
    // Where nothing is to be said, nobody waits for a turn: others may write for minutes.
    if (summarised !== null && !(await isSettled(query, declared, summarised)))
      await write((desk) => settle(desk, declared, summarised));
    const isIdle = async () => {
      const [state] = await query<[boolean]>(idle);
      return state![0];
    };
    // One is enough: whoever else is at it keeps writers waiting, and is no faster.
    const tending = keepTending(async () => summarised !== null && !(await isIdle()) && write(tend), log);
    const parting = partitions && keepPartitions(primary, write, partitions, log);
    const catalog = createCatalog({
      primary,
      write,
      moment: momentsOn(reads, control, {
        timeoutMs: searchTimeoutMs,
        isReplica: readUrl !== undefined,
        // Threads have two, and hardly anything to ask beside searches.
        atOnce: Math.max(2, connections - besideSearches),
      }),
      replica: readUrl === undefined ? null : reads,
      tuning,
      mostBytes,
    });
    let closing: Promise<void> | null = null;
    return {
      catalog,
      sharedIds: (items) => explaining(() => readSharedIds(queryOn(primary, mostMs), items)),
      isWritable: () => true,
      isTended: () => tending.isBusy() || parting?.isBusy() === true,
      warm: async () => void (await catalog.version()),
      close: () => (closing ??= Promise.all([tending.close(), parting?.close()]).then(closeAll)),
    };
  } catch (error) {
    await closeAll();
    throw explain(error);
  }
}
