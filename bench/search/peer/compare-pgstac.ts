import { join } from 'node:path';
import type { Catalog } from '../../../server/src/catalog/ports.ts';
import { type Line, median, printTable } from '../../support/report.ts';
import { type Kind, kinds, kindsWith, queriesOf } from '../kinds.ts';
import { type Sample, type Summary, measure, summarize } from '../measure.ts';
import { warmUp } from '../kind-table.ts';
import type { Options } from '../options.ts';
import type { PartNeeds, PartResult } from '../part.ts';
import { openCatalogue } from '../store.ts';
import { pair, percent, thousands } from '../texts.ts';
import { type PgstacSession, openPgstac } from './pgstac-search.ts';
import { type PgstacVersions, ensurePgstacItems, pgstacVersions } from './pgstac-store.ts';
import { startPostgres } from './postgres-server.ts';

type PeerRow = {
  readonly kind: string;
  readonly limit: number;
  readonly ours: Summary;
  readonly theirs: Summary;
};
type PeerResult = {
  readonly items: number;
  readonly versions: PgstacVersions;
  readonly rows: readonly PeerRow[];
};

const seed = 8;
const limits = [10, 100] as const;
/** A peer that takes seconds gets fewer queries, and says so. */
const patienceMs = 20_000;

/** The same queries to both, one after the other, each store alone on the machine while it is asked. */
export async function compareWithPeer({ folders, options }: PartNeeds): Promise<PartResult> {
  const { file, items } = folders[0]!;
  const { catalog, close } = await openCatalogue(file);
  try {
    await warmUp(catalog, items);
    const result = await comparePgstac(catalog, items, options);
    printPeer(result);
    return { lines: linesOfPeer(result), figures: result };
  } finally {
    await close();
  }
}

async function comparePgstac(
  catalog: Catalog,
  items: number,
  { queries: most, folder, only }: Pick<Options, 'queries' | 'folder' | 'only'>,
): Promise<PeerResult> {
  const queries = Math.min(most, 100);
  const given = process.env['SWATH_BENCH_PEER_URL'];
  const server = given === undefined ? await startPostgres(join(folder, `pgstac-${items}`)) : null;
  const url = given ?? server!.url;
  try {
    await ensurePgstacItems(url, items);
    const session = await openPgstac(url);
    const rows: PeerRow[] = [];
    try {
      for (const kind of kindsWith(only))
        for (const limit of kind.hasPages ? limits : [10])
          rows.push(await compare(catalog, session, kind, { items, queries, limit }));
    } finally {
      await session.close();
    }
    return { items, versions: await pgstacVersions(url), rows };
  } finally {
    await server?.stop();
  }
}

async function compare(
  catalog: Catalog,
  session: PgstacSession,
  kind: Kind,
  { items, queries, limit }: { readonly items: number; readonly queries: number; readonly limit: number },
): Promise<PeerRow> {
  const asked = queriesOf(kind, queries, items, seed);
  for (const query of asked.slice(0, 3)) await session.ask(query, limit);
  const samples: Sample[] = [];
  const start = performance.now();
  for (const query of asked) {
    samples.push(await session.ask(query, limit));
    if (performance.now() - start > patienceMs) break;
  }
  await measure(catalog, asked, limit);
  const ours = summarize(await measure(catalog, asked, limit));
  const theirs = summarize(samples);
  console.error(`pgstac, ${kind.name}, limit ${limit}: ${pair(theirs.wallMs)} ms, ours ${pair(ours.wallMs)} ms`);
  return { kind: kind.name, limit, ours, theirs };
}

type Clock = 'wallMs' | 'cpuMs';

const times = ({ ours, theirs }: PeerRow, clock: Clock): string => {
  const ratio = theirs[clock].p50 / ours[clock].p50;
  return ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(1);
};

function linesOfPeer({ items, versions, rows }: PeerResult): readonly Line[] {
  return limits.map((limit) => {
    const asked = rows.filter((row) => row.limit === limit && isPageKind(row.kind));
    const ratios = asked.map(({ ours, theirs }) => theirs.wallMs.p50 / ours.wallMs.p50).sort((a, b) => a - b);
    const [least, most] = [ratios[0] ?? Number.NaN, ratios.at(-1) ?? Number.NaN];
    return {
      what: `time of pgstac ${versions.pgstac} : ours, p50 of each page kind, limit ${limit}, ${thousands(items)} items`,
      measured: `${thousands(least)} to ${thousands(most)}, median ${thousands(median(ratios))}`,
      bound: '(shown)',
      isHeld: true,
    };
  });
}

const isPageKind = (name: string): boolean => kinds.find((kind) => kind.name === name)?.bound === 'page';

function printPeer({ items, versions, rows }: PeerResult): void {
  const { pgstac, postgres, postgis, settings } = versions;
  const list = Object.entries(settings).map(([name, value]) => `${name} ${value}`);
  console.log(
    `\nThe same queries to pgstac ${pgstac} (PostgreSQL ${postgres}, PostGIS ${postgis}), ${thousands(items)} items,`,
  );
  console.log(
    'one at a time through its SQL function `search()`, wall ms, then CPU ms (of its process, not of its parallel workers), p50 / p99; times by the p50:\n',
  );
  printTable(
    ['kind', 'limit', 'ours', 'pgstac', 'times', 'CPU: ours', 'pgstac', 'times', 'its queries', 'stopped'],
    rows.map((row) => [
      row.kind,
      String(row.limit),
      pair(row.ours.wallMs),
      pair(row.theirs.wallMs),
      times(row, 'wallMs'),
      pair(row.ours.cpuMs),
      pair(row.theirs.cpuMs),
      times(row, 'cpuMs'),
      String(row.theirs.queries),
      row.theirs.refusedShare === 0 ? '' : percent(row.theirs.refusedShare),
    ]),
  );
  console.log(`\nSettings of pgstac and PostgreSQL, as they come: ${list.join(', ')}.`);
}
