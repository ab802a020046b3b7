import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { collectionDocument, madeCollections } from '../items/collections.ts';
import { makeItem } from '../make-items.ts';
import { thousands } from '../texts.ts';

/** The program that comes with pgstac: `pip install pypgstac[psycopg]` in a virtual environment. */
const pypgstac = process.env['SWATH_BENCH_PYPGSTAC'] ?? 'pypgstac';

export type PgstacVersions = {
  readonly pgstac: string;
  readonly postgres: string;
  readonly postgis: string;
  readonly settings: Readonly<Record<string, string>>;
};

const run = (url: string, ...args: readonly string[]): Buffer =>
  execFileSync(pypgstac, [...args, '--dsn', url], { stdio: ['ignore', 'pipe', 'inherit'] });

/** Its schema and the first so many made items; nothing where an earlier run has loaded them. */
export async function ensurePgstacItems(url: string, items: number): Promise<void> {
  if ((await storedItems(url)) === items) return;
  run(url, 'migrate');
  const folder = mkdtempSync(join(tmpdir(), 'swath-bench-pgstac-'));
  try {
    const collections = join(folder, 'collections.ndjson');
    writeFileSync(collections, madeCollections.map((made) => JSON.stringify(collectionDocument(made))).join('\n'));
    run(url, 'load', 'collections', collections, '--method', 'upsert');
    const start = performance.now();
    const chunk = 50_000;
    for (let from = 0; from < items; from += chunk) {
      await loadItems(url, join(folder, 'items.ndjson'), from, Math.min(items, from + chunk));
      console.error(`pgstac: loaded ${thousands(Math.min(items, from + chunk))} of ${thousands(items)} items`);
    }
    console.error(`pgstac: ${thousands(items / ((performance.now() - start) / 1_000))} items a second`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  await withClient(url, (client) => client.query('VACUUM ANALYZE'));
}

async function loadItems(url: string, file: string, from: number, to: number): Promise<void> {
  const out = createWriteStream(file);
  for (let number = from; number < to; number++) if (!out.write(`${makeItem(number).text}\n`)) await once(out, 'drain');
  await new Promise((resolve) => out.end(resolve));
  const child = spawn(pypgstac, ['load', 'items', file, '--method', 'upsert', '--dsn', url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error(`pypgstac load ended with ${code}`);
}

async function storedItems(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ there: string | null }>("SELECT to_regclass('pgstac.items')::text AS there");
    if (rows[0]?.there === null) return 0;
    const counted = await client.query<{ n: string }>('SELECT count(*) AS n FROM pgstac.items');
    return Number(counted.rows[0]!.n);
  });
}

export async function pgstacVersions(url: string): Promise<PgstacVersions> {
  return withClient(url, async (client) => {
    const one = async (sql: string) => String(Object.values((await client.query(sql)).rows[0] as object)[0]);
    const settings = await client.query<{ name: string; value: string }>(
      'SELECT name, value FROM pgstac.pgstac_settings ORDER BY name',
    );
    return {
      pgstac: await one('SELECT pgstac.get_version()'),
      postgres: await one('SHOW server_version'),
      postgis: await one('SELECT postgis_lib_version()'),
      settings: {
        ...Object.fromEntries(settings.rows.map(({ name, value }) => [name, value])),
        shared_buffers: await one('SHOW shared_buffers'),
        work_mem: await one('SHOW work_mem'),
        jit: await one('SHOW jit'),
      },
    };
  });
}

async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, options: '-c search_path=pgstac,public' });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
