import { type Pool, type PoolClient, TypeOverrides } from 'pg';
import type { Log } from '../../shared/log.ts';
import { explain } from './unavailable.ts';

const int8 = 20;

/** Times and counts fit a number; only this service's connections read int8 so. */
export const types = new TypeOverrides();
types.setTypeParser(int8, Number);

/** The pool, whose connections may be lost without an end of the process. */
export function outlivingLosses(pool: Pool, log: Log): Pool {
  // An idle connection that drops is replaced at the next use; without a listener it would end the process.
  pool.on('error', (error) => log.warn('an idle database connection was lost', { error: error.message }));
  // One that drops while a transaction has it fails the transaction's query; its own event would end the process too.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

/** What the driver throws as callers are to see it. */
export async function explaining<T>(work: () => Promise<T>, told = explain): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw told(error);
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
