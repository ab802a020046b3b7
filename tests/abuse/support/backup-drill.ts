import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { connect } from '../../../server/src/adapters/sqlite/driver.ts';
import { itemJson } from '../../catalog/contract/fixtures.ts';
import { spawnSwath } from '../../cli/swath-process.ts';
import { type ChildService, childAdmin, startChild } from './child-service.ts';
import { type KeyRecord, call, createKey, signIn } from './call.ts';
import { acquisitions, areas, fillArchive } from './orders/order-archive.ts';
import { type Client, listOrders, placeOrder, until, untilEnded } from './orders/order-client.ts';

export type DrillPlan = {
  /** Of this drill alone. */
  readonly folder: string;
  /** Items that are there before. */
  readonly items: number;
  /** How long everybody writes before the backup is made. */
  readonly loadMs: number;
};

export type DrillReport = {
  readonly written: Readonly<Record<'items' | 'keys' | 'orders', number>>;
  readonly restored: Readonly<Record<'items' | 'keys' | 'orders', number>>;
  readonly backupMs: number;
  readonly restoreMs: number;
  readonly megabytes: number;
  readonly problems: readonly string[];
};

type Noted<T> = T & { readonly askedAtMs: number; readonly answeredAtMs: number };

/** What the service has said yes to, and when. */
type Ledger = {
  readonly items: Noted<{ readonly id: string }>[];
  readonly keys: Noted<KeyRecord>[];
  readonly orders: Noted<{ readonly id: string }>[];
};

/** Backs up while everybody writes, restores elsewhere with the master key from another place, and judges the copy by what was promised. */
export async function drillBackup({ folder, items, loadMs }: DrillPlan): Promise<DrillReport> {
  const [data, archive, backup, elsewhere] = ['data', 'archive', 'backup', 'elsewhere'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  const settings = { SWATH_ARCHIVE_ROOTS: archive, SWATH_LOG_LEVEL: 'warn', SWATH_DELIVERY_THREADS: '1' };
  const first = await start(data, settings);
  await fillArchive(first.client.url, first.client.bearer, archive);
  const ledger: Ledger = { items: [], keys: [], orders: [] };
  while (ledger.items.length < items) await loadItems(first.client, ledger, 500);
  const load = startLoad(first.client, ledger);
  await setTimeout(loadMs);
  await until(() => ledger.orders.length > 0 && ledger.keys.length > 0);
  const begunMs = performance.now();
  const { databases, files } = await command<Made>(['backup', backup, '--without', 'demo'], { SWATH_DATA: data });
  const endedMs = performance.now();
  await setTimeout(200);
  await load.stop();
  await first.child.end('SIGTERM');
  const restoring = { SWATH_DATA: elsewhere, SWATH_MASTER_KEY_FILE: join(data, 'master.key') };
  const restoredMs = performance.now();
  await command<unknown>(['restore', backup], restoring);
  const restoreMs = performance.now() - restoredMs;
  const problems = [...load.problems, ...rowProblems(data, elsewhere)];
  const second = await start(elsewhere, { ...settings, SWATH_MASTER_KEY_FILE: restoring.SWATH_MASTER_KEY_FILE });
  const span = { begunMs, endedMs };
  problems.push(...itemProblems(elsewhere, ledger.items, span));
  problems.push(...(await keyProblems(second.client.url, ledger.keys, span)));
  const orders = await orderProblems(second.client, elsewhere, ledger.orders, span);
  problems.push(...orders.problems);
  if ((await second.child.end('SIGTERM')) !== 0) problems.push('the restored service did not end well');
  return {
    written: { items: ledger.items.length, keys: ledger.keys.length, orders: ledger.orders.length },
    restored: {
      items: databases['catalog.db']!.tables['documents']!,
      keys: databases['app.db']!.tables['api_keys']!,
      orders: orders.count,
    },
    backupMs: Math.round(endedMs - begunMs),
    restoreMs: Math.round(restoreMs),
    megabytes:
      Math.round((Object.values(databases).reduce((sum, { bytes }) => sum + bytes, files.bytes) / 1e6) * 10) / 10,
    problems,
  };
}

type Made = {
  readonly databases: Readonly<
    Record<string, { readonly bytes: number; readonly tables: Readonly<Record<string, number>> }>
  >;
  readonly files: { readonly bytes: number };
};

async function command<T>(args: readonly string[], env: Readonly<Record<string, string>>): Promise<T> {
  const { code, stdout, stderr } = await spawnSwath([...args, '--json'], env);
  if (code !== 0) throw new Error(`swath ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

async function start(
  data: string,
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly child: ChildService; readonly client: Client }> {
  const child = await startChild(data, settings);
  onTestFinished(() => void child.process.kill('SIGKILL'));
  const { bearer } = await signIn(child.url, childAdmin.email, childAdmin.password);
  return { child, client: { url: child.url, bearer } };
}

async function loadItems({ url, bearer }: Client, { items }: Ledger, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, at) => `item-${items.length + at}`);
  const features = ids.map((id, at) => itemJson(id, { collection: 'scenes', properties: { gsd: at % 7, note: id } }));
  const body = { type: 'FeatureCollection', features };
  const askedAtMs = performance.now();
  const answer = await call(url, '/collections/scenes/items', { method: 'POST', bearer, body });
  if (answer.status >= 300) throw new Error(`items answered ${answer.status}: ${answer.text}`);
  const answeredAtMs = performance.now();
  items.push(...ids.map((id) => ({ id, askedAtMs, answeredAtMs })));
}

/** One after the other of each kind, until it is told to stop. */
function startLoad(client: Client, ledger: Ledger) {
  const problems: string[] = [];
  const life = { isOver: false };
  const again = async (write: () => Promise<void>) => {
    while (!life.isOver) await write().catch((error: unknown) => void problems.push(String(error)));
  };
  const order = { acquisitions: [acquisitions[0]], intersects: areas[0].area, output_config: { bucket: 'managed' } };
  const done = Promise.all([
    again(() => loadItems(client, ledger, 20)),
    again(async () => {
      const askedAtMs = performance.now();
      const key = await createKey(client.url, client.bearer);
      ledger.keys.push({ ...key, askedAtMs, answeredAtMs: performance.now() });
    }),
    again(async () => {
      const askedAtMs = performance.now();
      const id = await placeOrder(client, order);
      ledger.orders.push({ id, askedAtMs, answeredAtMs: performance.now() });
      await setTimeout(50);
    }),
  ]);
  return {
    problems,
    stop: async () => {
      life.isOver = true;
      await done;
    },
  };
}

type Span = { readonly begunMs: number; readonly endedMs: number };

/** Answered before it began: must be there. Asked for after it ended: must not. */
const promised = <T extends { readonly answeredAtMs: number }>(noted: readonly T[], { begunMs }: Span) =>
  noted.filter(({ answeredAtMs }) => answeredAtMs < begunMs);
const tooLate = <T extends { readonly askedAtMs: number }>(noted: readonly T[], { endedMs }: Span) =>
  noted.filter(({ askedAtMs }) => askedAtMs > endedMs);

/** Rows of the copy that the original has not: an item never changes here, so each must be there as it is. */
function rowProblems(data: string, elsewhere: string): readonly string[] {
  const connection = connect(join(elsewhere, 'catalog.db'));
  try {
    connection.exec(`ATTACH '${join(data, 'catalog.db')}' AS original`);
    const extra = (table: string) =>
      connection.prepare(`SELECT * FROM main.${table} EXCEPT SELECT * FROM original.${table}`).all().length;
    return ['documents', 'items', 'entries', 'props', 'texts'].flatMap((table) =>
      extra(table) === 0 ? [] : [`${extra(table)} rows of ${table} are not those of the original`],
    );
  } finally {
    connection.close();
  }
}

function itemProblems(elsewhere: string, items: Ledger['items'], span: Span): readonly string[] {
  const connection = connect(join(elsewhere, 'catalog.db'), { readOnly: true });
  const rows = connection.prepare('SELECT id FROM documents').all() as { id: string }[];
  connection.close();
  const found = new Set(rows.map(({ id }) => id));
  const lost = promised(items, span).filter(({ id }) => !found.has(id));
  const late = tooLate(items, span).filter(({ id }) => found.has(id));
  return [...lost.map(({ id }) => `${id} is lost`), ...late.map(({ id }) => `${id} is later than the backup`)];
}

async function keyProblems(url: string, keys: Ledger['keys'], span: Span): Promise<readonly string[]> {
  const statusOf = async ({ api_key: key }: KeyRecord) => (await call(url, '/auth/self', { key })).status;
  const problems: string[] = [];
  for (const key of promised(keys, span)) if ((await statusOf(key)) !== 200) problems.push(`key ${key.id} is lost`);
  for (const key of tooLate(keys, span)) if ((await statusOf(key)) !== 401) problems.push(`key ${key.id} is too late`);
  return problems;
}

/** Those that ran go on, and what was delivered lies there with the checksums of its manifest. */
async function orderProblems(client: Client, elsewhere: string, orders: Ledger['orders'], span: Span) {
  const listed = new Set((await listOrders(client)).map(({ id }) => id));
  const lost = promised(orders, span).filter(({ id }) => !listed.has(id));
  const problems = lost.map(({ id }) => `order ${id} is lost`);
  for (const id of listed) {
    const { state, status_message: message } = await untilEnded(client, id);
    if (state !== 'SUCCEEDED') problems.push(`order ${id} is ${state}: ${message}`);
    const answer = await call(client.url, `/order/${id}/manifest`, { bearer: client.bearer });
    const { files = [] } = answer.json as { files?: { key: string; sha256: string }[] };
    if (files.length === 0) problems.push(`order ${id} has no files`);
    for (const { key, sha256 } of files)
      if (sha256Of(join(elsewhere, 'managed', key)) !== sha256) problems.push(`order ${id}: ${key} is another file`);
  }
  return { count: listed.size, problems };
}

const sha256Of = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
