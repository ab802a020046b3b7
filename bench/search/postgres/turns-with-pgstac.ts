import type { Catalog } from '../../../server/src/catalog/ports.ts';
import { quantile } from '../../support/report.ts';
import { type Kind, kindsWith, queriesOf } from '../kinds.ts';
import { warmUp } from '../kind-table.ts';
import type { Query } from '../kinds/query.ts';
import { type Sample, measure, summarize } from '../measure.ts';
import type { Options } from '../options.ts';
import type { PartResult } from '../part.ts';
import { type PgstacSession, openPgstac } from '../peer/pgstac-search.ts';
import { ensurePgstacItems, pgstacVersions } from '../peer/pgstac-store.ts';
import { pair } from '../texts.ts';
import { withClient } from './open-postgres.ts';
import { serverCpu } from './server-cpu.ts';
import { type TurnsRow, linesOfTurns, printTurns } from './turns-table.ts';

const seed = 8;
const warmUpSeed = 9;
const mostQueries = 60;
/** A peer that takes seconds gets fewer queries, and says so. */
const patienceMs = 20_000;

type Store = { readonly catalog: Catalog };

/** The same queries in turns to both, each in a database of its own on one server with one set of settings. */
export async function turnsWithPgstac(
  { store, url, items }: { readonly store: Store; readonly url: string; readonly items: number },
  { queries, only }: Pick<Options, 'queries' | 'only'>,
): Promise<PartResult> {
  const peerUrl = await databaseBeside(url);
  await ensurePgstacItems(peerUrl, items);
  await warmUp(store.catalog, items, 40);
  const session = await openPgstac(peerUrl);
  const rows: TurnsRow[] = [];
  try {
    for (const kind of kindsWith(only).filter(({ bound }) => bound !== 'own'))
      for (const limit of kind.hasPages ? [10, 100] : [10]) {
        const asked = { items, limit, queries: Math.min(queries, mostQueries) };
        rows.push(await inTurns(store.catalog, url, session, kind, asked));
      }
  } finally {
    await session.close();
  }
  const versions = await pgstacVersions(peerUrl);
  printTurns(items, versions.pgstac, rows);
  return { lines: linesOfTurns(items, versions.pgstac, rows), figures: { versions, rows } };
}

/** Its database on the same server, made if need be. */
async function databaseBeside(url: string): Promise<string> {
  const beside = new URL(url);
  beside.pathname += '_pgstac';
  const name = beside.pathname.slice(1);
  await withClient(url, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  });
  return beside.href;
}

const count = (samples: readonly Sample[]): number => samples.reduce((sum, { found }) => sum + found, 0);

/** Such a box pgstac reads the other way round, as the rest of the world. */
function isAcrossAntimeridian(query: Query): boolean {
  const box = query.ask === 'search' ? (query.body['bbox'] as readonly number[] | undefined) : undefined;
  return box !== undefined && box[0]! > box[2]!;
}

async function untilPatienceEnds(
  queries: readonly Query[],
  ask: (query: Query, turn: number) => Promise<unknown>,
  mostMs: number,
): Promise<void> {
  const start = performance.now();
  for (const [turn, query] of queries.entries()) {
    await ask(query, turn);
    if (performance.now() - start > mostMs) break;
  }
}

type Asked = { readonly items: number; readonly limit: number; readonly queries: number };

async function inTurns(
  catalog: Catalog,
  url: string,
  session: PgstacSession,
  kind: Kind,
  { items, limit, queries }: Asked,
): Promise<TurnsRow> {
  const before = queriesOf(kind, 5, items, warmUpSeed);
  await untilPatienceEnds(before, (query) => session.ask(query, limit), patienceMs / 4);
  await measure(catalog, before, limit);
  const [ours, theirs, withClientMs]: [Sample[], Sample[], number[]] = [[], [], []];
  const askUs = async (query: Query) => {
    // While the peer took its seconds the pool may have closed our connection: another process serves the next one.
    await catalog.version();
    const cpuMs = await serverCpu(url);
    const before = process.cpuUsage();
    const [sample] = await measure(catalog, [query], limit, cpuMs);
    const { user, system } = process.cpuUsage(before);
    ours.push(sample!);
    withClientMs.push(sample!.cpuMs + (user + system) / 1_000);
  };
  const asked = queriesOf(kind, queries, items, seed).filter((query) => !isAcrossAntimeridian(query));
  const inTurn = async (query: Query, turn: number) => {
    if (turn % 2 === 0) await askUs(query);
    theirs.push(await session.ask(query, limit));
    if (turn % 2 === 1) await askUs(query);
  };
  await untilPatienceEnds(asked, inTurn, patienceMs);
  const row: TurnsRow = {
    kind: kind.name,
    isPage: kind.bound === 'page',
    limit,
    ours: summarize(ours),
    theirs: summarize(theirs),
    oursWithClient: quantile(withClientMs, 0.5),
    found: { ours: count(ours), theirs: count(theirs) },
  };
  console.error(
    `${kind.name}, limit ${limit}: ours ${pair(row.ours.cpuMs)}, pgstac ${pair(row.theirs.cpuMs)} ms of CPU`,
  );
  return row;
}
