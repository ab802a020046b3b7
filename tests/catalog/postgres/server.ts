import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import {
  type PostgresCatalog,
  type PostgresCatalogOptions,
  openPostgresCatalog,
} from '../../../server/src/adapters/postgres/catalog/open.ts';

const postgres = inject('postgres') ?? { skipReason: 'tests/contract/postgres.ts is not in globalSetup' };

/** Why there is no PostgreSQL with PostGIS for tests; null where there is one. */
export const whyNone: string | null = 'skipReason' in postgres ? postgres.skipReason : postgres.noPostgis;
export const whySkipped = whyNone === null ? '' : ` (skipped: ${whyNone})`;
export const serverUrl: string = 'url' in postgres ? postgres.url : '';

export type OwnSchema = {
  readonly schema: string;
  /** A node of its own on the schema. */
  open(options?: Partial<PostgresCatalogOptions>): Promise<PostgresCatalog>;
  /** From now on its entries lie in partitions; before the first one is written. */
  part(): Promise<void>;
  /** Runs SQL past the port. */
  rows(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  drop(): Promise<void>;
};

/** An empty schema on the server of the tests. */
export function ownSchema(url: string = serverUrl): OwnSchema {
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  const nodes: PostgresCatalog[] = [];
  const rows = async (text: string) => {
    const client = new Client({ connectionString: url, options: `-c search_path=${schema},public` });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    schema,
    rows,
    part: async () => void (await rows("UPDATE catalog_state SET entries = 'catalog_entries_by_time'")),
    async open(options = {}) {
      const node = await openPostgresCatalog(url, { declared: [], schema, connections: 4, ...options });
      nodes.push(node);
      return node;
    },
    async drop() {
      for (const node of nodes) await node.close();
      await rows(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    },
  };
}
