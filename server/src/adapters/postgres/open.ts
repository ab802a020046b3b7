import { setTimeout } from 'node:timers/promises';
import { Pool, TypeOverrides } from 'pg';
import type { Log } from '../../shared/log.ts';
import { silentLog } from '../../shared/log.ts';
import type { Database, Sql } from '../sql/database.ts';
import { migrate } from '../sql/migrate.ts';
import { verbs } from '../sql/verbs.ts';
import { createPostgresSql } from './postgres-sql.ts';
import { explain, isWorthRetrying } from './unavailable.ts';

export type PostgresOptions = {
  /** Keeps everything in this schema, made if need be; the default is the connection's search path. */
  readonly schema?: string;
  readonly connections?: number;
  readonly log?: Log;
};

type Transact = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;
type AnyVerb = (sql: Sql, input: unknown) => Promise<unknown>;

const int8 = 20;
// One number for all migrating processes of a database server.
const migrationLock = 7_328_411;
const mostTries = 3;

// Times and counts fit a number; only this service's connections read int8 so.
const types = new TypeOverrides();
types.setTypeParser(int8, Number);

function createPool(url: string, { schema, connections = 10, log = silentLog }: PostgresOptions): Pool {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'swath',
    types,
    ...(schema === undefined ? {} : { options: `-c search_path=${schema}` }),
  });
  // An idle connection that drops is replaced at the next use; without a listener it would end the process.
  pool.on('error', (error) => log.warn('an idle database connection was lost', { error: error.message }));
  // One that drops while a transaction has it fails the transaction's query; its own event would end the process too.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

const transactOn =
  (pool: Pool): Transact =>
  async (work) => {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      const result = await work(createPostgresSql(client));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((failed: Error) => (broken = failed));
      throw error;
    } finally {
      client.release(broken);
    }
  };

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

async function explaining<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explain(error);
  }
}

const explained = (sql: Sql): Sql => ({
  all: (text, params) => explaining(() => sql.all(text, params)),
  get: (text, params) => explaining(() => sql.get(text, params)),
  run: (text, params) => explaining(() => sql.run(text, params)),
});

function migrateWith(transact: Transact, schema: string | undefined) {
  return migrate('postgres', (work) =>
    transact(async (sql) => {
      await sql.get('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
      if (schema !== undefined) await sql.run(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
      return work(sql);
    }),
  );
}

/** Connects and brings the schema up to date; nodes that start together wait for each other. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  const { schema: schemaName } = options;
  if (schemaName !== undefined && !/^[a-z_][a-z0-9_]{0,62}$/.test(schemaName))
    throw new Error('the schema name may hold lower-case letters, digits and _ alone');
  const pool = createPool(url, options);
  const transact = transactOn(pool);
  try {
    const schema = await explaining(() => migrateWith(transact, schemaName));
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
  } catch (error) {
    await pool.end();
    throw error;
  }
}
