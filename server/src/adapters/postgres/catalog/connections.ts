import { Pool, type PoolClient, TypeOverrides } from 'pg';
import type { Log } from '../../../shared/log.ts';
import { explain } from '../unavailable.ts';

export type ConnectionOptions = {
  readonly schema?: string | undefined;
  readonly connections: number;
  readonly log: Log;
};

const int8 = 20;
const types = new TypeOverrides();
types.setTypeParser(int8, Number);

/**
 * Plans are made once for each statement and follow the indexes: the planner of this program has chosen the way already,
 * and what it does not know of a search the one of the database does not know either.
 */
const settings = [
  'jit=off',
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'max_parallel_workers_per_gather=0',
];

export function createPool(url: string, { schema, connections, log }: ConnectionOptions): Pool {
  const path = schema === undefined ? [] : [`search_path=${schema},public`];
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'swath-catalogue',
    types,
    options: [...path, ...settings].map((each) => `-c ${each}`).join(' '),
  });
  // An idle connection that drops is replaced at the next use; without a listener it would end the process.
  pool.on('error', (error) => log.warn('an idle database connection was lost', { error: error.message }));
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

/** What the driver throws as callers are to see it. */
export async function explaining<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explain(error);
  }
}

/** One transaction on one connection, which is given back whatever happens. */
export async function transaction<T>(
  pool: Pool,
  begin: string,
  work: (client: PoolClient) => Promise<T>,
  beforeRelease: () => Promise<unknown> = async () => {},
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failed: Error) => (broken = failed));
    throw error;
  } finally {
    await beforeRelease();
    client.release(broken);
  }
}
