import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtService } from '../support/built-server.ts';
import { type Served, createKey, serve, signIn } from '../support/serve.ts';
import { postgresFolder } from '../search/catalogue-folder.ts';
import { startPostgres } from '../search/peer/postgres-server.ts';
import { ensureItems } from '../search/postgres/load-postgres.ts';
import { type ServerFacts, openPostgres, serverFacts } from '../search/postgres/open-postgres.ts';

/** Two API nodes over one PostgreSQL, and a key that both know. */
export type Site = {
  readonly nodes: readonly Served[];
  readonly key: string;
  readonly items: number;
  readonly facts: ServerFacts;
  readonly databaseFolder: string;
  stop(): Promise<void>;
};

export async function openSite(home: string, items: number): Promise<Site> {
  const databaseFolder = `${postgresFolder(home, items)}-nodes`;
  const note = join(databaseFolder, 'loading.json');
  if (!existsSync(note)) rmSync(databaseFolder, { recursive: true, force: true });
  const database = await startPostgres(databaseFolder);
  const nodes: Served[] = [];
  const stop = async () => {
    for (const node of nodes) await node.stop();
    await database.stop();
  };
  try {
    await fill(database.url, items, note);
    const shared = {
      SWATH_DATABASE_URL: database.url,
      SWATH_MASTER_KEY: masterKey(join(databaseFolder, 'master-key')),
    };
    const program = [...builtService(), '--role', 'api'];
    for (let number = 0; number < 2; number++) nodes.push(await serve(shared, { program }));
    const key = await createKey(nodes[0]!, await signIn(nodes[0]!));
    return { nodes, key, items, facts: await serverFacts(database.url), databaseFolder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function fill(url: string, items: number, note: string): Promise<void> {
  const store = await openPostgres(url);
  try {
    await ensureItems(store, url, items, note);
  } finally {
    await store.close();
  }
}

/** Kept beside the database, whose accounts it has sealed. */
function masterKey(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'));
  return readFileSync(file, 'utf8');
}
