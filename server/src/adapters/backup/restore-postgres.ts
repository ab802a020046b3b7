import { lookIntoPostgres } from '../postgres/look.ts';
import type { CopiedDatabase } from './manifest.ts';
import { runOnPostgres } from './postgres-programs.ts';
import { countPostgresTables } from './postgres-tables.ts';

/** An installation is never written over. */
export async function requireEmptyPostgres(url: string): Promise<void> {
  const [first] = Object.keys(await lookIntoPostgres(url, countPostgresTables));
  if (first !== undefined)
    throw new Error(
      `the database of SWATH_DATABASE_URL is not empty (it has ${first}): make another one, and name that`,
    );
}

/** All of it in one transaction, or nothing; the rows are then counted again. */
export async function restorePostgres(url: string, file: string, { tables }: CopiedDatabase): Promise<void> {
  await runOnPostgres('pg_restore', url, [
    '--single-transaction',
    '--exit-on-error',
    '--no-owner',
    '--no-privileges',
    '--no-comments',
    file,
  ]);
  const counted = await lookIntoPostgres(url, countPostgresTables);
  // Earlier backups have the counts as texts.
  const other = Object.keys({ ...tables, ...counted }).find((name) => String(tables[name]) !== String(counted[name]));
  if (other !== undefined)
    throw new Error(
      `${other} has ${counted[other] ?? 'no'} rows, and not the ${tables[other] ?? 'none'} of the backup`,
    );
}
