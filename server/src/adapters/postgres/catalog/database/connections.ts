import { Pool } from 'pg';
import type { Log } from '../../../../shared/log.ts';
import { outlivingLosses, probing, types } from '../../connections.ts';

export type ConnectionOptions = {
  readonly schema?: string | undefined;
  readonly connections: number;
  readonly log: Log;
};

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

/** A new connection plans every statement anew, so that the first searches on it cost several times as much. */
const idleMs = 300_000;

export function createPool(url: string, { schema, connections, log }: ConnectionOptions): Pool {
  const path = schema === undefined ? [] : [`search_path=${schema},public`];
  const pool = new Pool({
    ...probing,
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: idleMs,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'swath-catalogue',
    types,
    options: [...path, ...settings].map((each) => `-c ${each}`).join(' '),
  });
  return outlivingLosses(pool, log);
}
