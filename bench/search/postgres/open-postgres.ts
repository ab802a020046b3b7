import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import type {
  PostgresCatalog,
  PostgresCatalogOptions,
  openPostgresCatalog,
} from '../../../server/src/adapters/postgres/catalog/open.ts';
import { builtServer } from '../../support/built-server.ts';
import { declared } from '../store.ts';

type PartitionRules = PostgresCatalogOptions['partitions'];

type Store = { readonly openPostgresCatalog: typeof openPostgresCatalog };

/** As the service opens it, but for one connection: the CPU of its process is all that a search costs the server. */
export async function openPostgres(url: string, partitions?: PartitionRules): Promise<PostgresCatalog> {
  const built = pathToFileURL(join(builtServer(), 'adapters/postgres/catalog/open.js')).href;
  const store = (await import(built)) as Store;
  // Whoever looks after partitions holds a connection of its own.
  return store.openPostgresCatalog(url, { declared, connections: partitions === undefined ? 1 : 2, partitions });
}

export async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** What figures of a server must name. */
export type ServerFacts = Readonly<Record<string, string>>;

const named = ['server_version', 'shared_buffers', 'effective_cache_size', 'work_mem', 'max_wal_size'] as const;

export function serverFacts(url: string): Promise<ServerFacts> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; value: string }>(
      'SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name',
      [named],
    );
    const postgis = await client.query<{ version: string }>('SELECT postgis_lib_version() AS version');
    return { ...Object.fromEntries(rows.map(({ name, value }) => [name, value])), postgis: postgis.rows[0]!.version };
  });
}

export const factsText = (facts: ServerFacts): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
