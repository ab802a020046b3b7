import { setTimeout } from 'node:timers/promises';
import { Pool, type PoolConfig } from 'pg';
import type { Log } from '../../shared/log.ts';
import { silentLog } from '../../shared/log.ts';
import type { Database, Sql } from '../sql/database.ts';
import { type SchemaReport, migrate } from '../sql/migrate.ts';
import { verbs } from '../sql/verbs.ts';
import { beginPatiently, explaining, outlivingLosses, probing, transaction, types } from './connections.ts';
import { createPostgresSql } from './postgres-sql.ts';
import { requireUtf8 } from './require-utf8.ts';
import { isWorthRetrying } from './unavailable.ts';

export type PostgresOptions = {
  /** Keeps everything in this schema, made if need be; the default is the connection's search path. */
  readonly schema?: string;
  readonly connections?: number;
  readonly log?: Log;
  /** How long an answer is waited for; a living server ends a statement itself before. */
  readonly answerMs?: number;
};

type Transact = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;
type AnyVerb = (sql: Sql, input: unknown) => Promise<unknown>;

// One number for all migrating processes of a database server.
const migrationLock = 7_328_411;
const mostTries = 3;

function createPool(url: string, options: PostgresOptions, limits: PoolConfig): Pool {
  const { schema, connections = 10, log = silentLog } = options;
  const pool = new Pool({
    ...probing,
    ...limits,
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'swath',
    types,
    ...(schema === undefined ? {} : { options: `-c search_path=${schema}` }),
  });
  return outlivingLosses(pool, log);
}

const transactOn =
  (pool: Pool, begin = 'BEGIN'): Transact =>
  (work) =>
    transaction(pool, begin, (client) => work(createPostgresSql(client)));

async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === mostTries || !isWorthRetrying(error)) throw error;
      // At once, the loser would take its first lock again before the winner wakes, and lose again.
      await setTimeout(tries * (20 + 30 * Math.random()));
    }
  }
}

const explained = (sql: Sql): Sql => ({
  all: (text, params) => explaining(() => sql.all(text, params)),
  get: (text, params) => explaining(() => sql.get(text, params)),
  run: (text, params) => explaining(() => sql.run(text, params)),
});

/** Over a connection without the limits of requests: the other nodes wait here for as long as one is at it. */
async function migratePatiently(url: string, options: PostgresOptions): Promise<SchemaReport> {
  const { schema } = options;
  const pool = createPool(url, { ...options, connections: 1 }, {});
  const transact = transactOn(pool, beginPatiently);
  try {
    return await migrate('postgres', (work) =>
      transact(async (sql) => {
        await requireUtf8(sql);
        await sql.get('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
        if (schema !== undefined) await sql.run(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
        return work(sql);
      }),
    );
  } finally {
    await pool.end();
  }
}

/** Connects and brings the schema up to date; nodes that start together wait for each other. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  const { schema: schemaName, answerMs = 35_000 } = options;
  if (schemaName !== undefined && !/^[a-z_][a-z0-9_]{0,62}$/.test(schemaName))
    throw new Error('the schema name may hold lower-case letters, digits and _ alone');
  const schema = await explaining(() => migratePatiently(url, options));
  const pool = createPool(url, options, { statement_timeout: 30_000, query_timeout: answerMs });
  const transact = transactOn(pool);
  let closing: Promise<void> | null = null;
  return {
    dialect: 'postgres',
    schema,
    read: explained(createPostgresSql(pool)),
    version: () => null,
    isWritable: () => true,
    write: (verb, input) =>
      explaining(() => retrying(() => transact((sql) => (verbs[verb] as AnyVerb)(sql, input)))) as never,
    close: () => (closing ??= pool.end()),
  };
}
