import { setTimeout } from 'node:timers/promises';
import type { PostgresCatalog } from '../../../server/src/adapters/postgres/catalog/open.ts';
import { printTable } from '../../support/report.ts';
import { type Kind, kindsWith, queriesOf } from '../kinds.ts';
import { warmUp } from '../kind-table.ts';
import { type Sample, type Summary, measure, summarize } from '../measure.ts';
import type { Options } from '../options.ts';
import type { PartResult } from '../part.ts';
import { pair, thousands } from '../texts.ts';
import { openPostgres, withClient } from './open-postgres.ts';
import { serverCpu } from './server-cpu.ts';

type Row = { readonly kind: string; readonly limit: number; readonly one: Summary; readonly parted: Summary };

const seed = 2;
const warmUpSeed = 1;
/** Turns in which each of both is the first as often as the second: what the first one reads is warm for nobody. */
const turns = 12;

/** The same queries in turns to one table and to partitions by years, each in a database of its own on one server. */
export async function turnsWithPartitions(
  { store, url, items }: { readonly store: PostgresCatalog; readonly url: string; readonly items: number },
  { queries, only }: Pick<Options, 'queries' | 'only'>,
): Promise<PartResult> {
  // A database that somebody is connected to cannot be copied.
  await store.close();
  const besideUrl = await copyInPartitions(url);
  const [one, parted] = [await openPostgres(url), await openPostgres(besideUrl)];
  try {
    for (const { catalog } of [one, parted]) await warmUp(catalog, items, 40);
    const rows: Row[] = [];
    for (const kind of kindsWith(only))
      for (const limit of kind.hasPages ? [10, 100] : [10]) {
        const count = Math.ceil(queries / (kind.bound === 'own' ? 5 : 1) / (limit === 100 ? 3 : 1));
        rows.push(await inTurns([one, parted], url, kind, { items, limit, count }));
      }
    print(items, rows);
    return { lines: [], figures: { rows } };
  } finally {
    await one.close();
    await parted.close();
  }
}

const tables = "SELECT to_regclass('catalog_entries') AS whole";

async function copyInPartitions(url: string): Promise<string> {
  const beside = new URL(url);
  beside.pathname += '_partitions';
  const [source, name] = [new URL(url).pathname.slice(1), beside.pathname.slice(1)];
  const maintenance = new URL(url);
  maintenance.pathname = '/template1';
  await withClient(maintenance.href, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    const [copy, from] = [client.escapeIdentifier(name), client.escapeIdentifier(source)];
    if (rowCount === 0) await client.query(`CREATE DATABASE ${copy} TEMPLATE ${from}`);
  });
  const parting = await openPostgres(beside.href, { items: 1, restMs: 0, everyMs: 500 });
  while ((await withClient(beside.href, (client) => client.query(tables))).rows[0].whole !== null)
    await setTimeout(500);
  await parting.close();
  for (const each of [url, beside.href]) await withClient(each, (client) => client.query('VACUUM ANALYZE'));
  return beside.href;
}

type Asked = { readonly items: number; readonly limit: number; readonly count: number };

async function inTurns(
  stores: readonly PostgresCatalog[],
  url: string,
  kind: Kind,
  { items, limit, count }: Asked,
): Promise<Row> {
  const [asked, before] = [
    queriesOf(kind, count, items, seed),
    queriesOf(kind, Math.ceil(count / 4), items, warmUpSeed),
  ];
  for (const { catalog } of stores) await measure(catalog, before, limit);
  const cpuMs = await serverCpu(url);
  const samples: Sample[][] = stores.map(() => []);
  const each = Math.ceil(count / turns);
  for (let turn = 0; turn < turns; turn++)
    for (let place = 0; place < stores.length; place++) {
      const at = (place + turn) % stores.length;
      const some = asked.slice(turn * each, (turn + 1) * each);
      samples[at]!.push(...(await measure(stores[at]!.catalog, some, limit, cpuMs)));
    }
  const [one, parted] = samples.map(summarize);
  console.error(
    `${kind.name}, limit ${limit}: one table ${pair(one!.cpuMs)}, partitions ${pair(parted!.cpuMs)} ms of CPU`,
  );
  return { kind: kind.name, limit, one: one!, parted: parted! };
}

function print(items: number, rows: readonly Row[]): void {
  console.log(
    `\nThe same queries in turns to one table and to partitions by years, ${thousands(items)} items each. CPU ms of the server's process, p50 / p99; times by the p50:\n`,
  );
  printTable(
    ['kind', 'limit', 'one table', 'partitions', 'times'],
    rows.map(({ kind, limit, one, parted }) => [
      kind,
      String(limit),
      pair(one.cpuMs),
      pair(parted.cpuMs),
      (parted.cpuMs.p50 / one.cpuMs.p50).toFixed(2),
    ]),
  );
}
