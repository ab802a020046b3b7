import type { Pool } from 'pg';
import { indexVersion } from '../../../catalog/plan/streams.ts';
import { type Migration, type SchemaReport, migrate } from '../../sql/migrate.ts';
import { createPostgresSql } from '../postgres-sql.ts';
import { beginPatiently, transaction } from '../connections.ts';
import { requirePostgis } from './database/require-postgis.ts';
import {
  coveringStatements,
  keyedStatements,
  partitionStatements,
  shapeStatements,
  statements,
  textStatements,
} from './database/schema.ts';

const firstState = `INSERT INTO catalog_state (feed, index_version) VALUES (gen_random_uuid()::text, ${indexVersion})`;

export const catalogMigrations: readonly Migration[] = [
  { version: 1, name: 'catalogue', statements: () => [...statements, firstState] },
  { version: 2, name: 'texts', statements: () => textStatements },
  { version: 3, name: 'declared properties in the index', statements: () => coveringStatements },
  { version: 4, name: 'shapes', statements: () => shapeStatements },
  { version: 5, name: 'partitions', statements: () => partitionStatements },
  { version: 6, name: 'declared properties as keys', statements: () => keyedStatements },
];

// The same number as for the other tables of the database: whoever migrates waits for whoever does.
const migrationLock = 7_328_411;

/** Nodes that start together wait for each other; tells what was applied. */
export const migrateCatalog = (pool: Pool, schema: string | undefined): Promise<SchemaReport> =>
  migrate(
    'postgres',
    (work) =>
      transaction(pool, beginPatiently, async (client) => {
        const sql = createPostgresSql(client);
        await sql.get('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
        if (schema !== undefined) await sql.run(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
        await requirePostgis(sql);
        return work(sql);
      }),
    catalogMigrations,
    'catalog_schema_version',
  );
