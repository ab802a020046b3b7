import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lookIntoPostgres } from '../postgres/look.ts';
import { checksumOf } from './checksums.ts';
import { type CopiedDatabase, dumpName } from './manifest.ts';
import { runOnPostgres } from './postgres-programs.ts';
import { countPostgresTables } from './postgres-tables.ts';

/** The whole database as it is at one moment, in the format of pg_dump; its rows are counted at the same moment. */
export const dumpPostgres = (url: string, folder: string, signal?: AbortSignal): Promise<CopiedDatabase> =>
  lookIntoPostgres(url, async (sql) => {
    // However long that takes, as pg_dump tells the server too: it rests meanwhile, and counts large tables then.
    await sql.run('SET idle_in_transaction_session_timeout = 0');
    await sql.run('SET statement_timeout = 0');
    // Held until the dump is there: pg_dump looks through the same snapshot.
    await sql.run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { snapshot } = (await sql.get<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot'))!;
    const file = join(folder, dumpName);
    const words = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`, `--file=${file}`];
    await runOnPostgres('pg_dump', url, words, { signal });
    const version = await sql.get<{ version: number }>('SELECT MAX(version) AS version FROM schema_version');
    const key = await sql.get<{ wrapped_key: string | null }>('SELECT wrapped_key FROM installation WHERE one = 1');
    const tables = await countPostgresTables(sql);
    await sql.run('ROLLBACK');
    return {
      schema_version: version!.version,
      bytes: (await stat(file)).size,
      sha256: await checksumOf(file),
      tables,
      wrapped_key: key?.wrapped_key ?? null,
    };
  });
