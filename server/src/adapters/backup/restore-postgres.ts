import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
export async function restorePostgres(
  url: string,
  file: string,
  { tables }: CopiedDatabase,
  signal?: AbortSignal,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'swath-restore-'));
  try {
    const list = await listWithoutKnownSchemas(url, file, folder);
    const words = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--no-comments'];
    await runOnPostgres('pg_restore', url, [...words, `--use-list=${list}`, file], { signal });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const counted = await lookIntoPostgres(url, countPostgresTables);
  // Earlier backups have the counts as texts.
  const other = Object.keys({ ...tables, ...counted }).find((name) => String(tables[name]) !== String(counted[name]));
  if (other !== undefined)
    throw new Error(
      `${other} has ${counted[other] ?? 'no'} rows, and not the ${tables[other] ?? 'none'} of the backup`,
    );
}

const schemas = 'SELECT nspname AS name FROM pg_namespace';

/** Images of PostGIS come with schemas of its extensions in every new database: to make them again would be refused. */
async function listWithoutKnownSchemas(url: string, file: string, folder: string): Promise<string> {
  const rows = await lookIntoPostgres(url, (sql) => sql.all<{ name: string }>(schemas));
  const known = new Set(rows.map(({ name }) => name));
  const list = join(folder, 'list');
  await runOnPostgres('pg_restore', url, ['--list', `--file=${list}`, file]);
  const wanted = readFileSync(list, 'utf8')
    .split('\n')
    .filter((line) => !known.has(/^\d+; \d+ \d+ SCHEMA - (.+) \S+$/.exec(line)?.[1] ?? ''));
  writeFileSync(list, wanted.join('\n'));
  return list;
}
