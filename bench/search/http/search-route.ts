import { type FloodResult, flood, requestBytes } from '../../support/flood.ts';
import { type Line, median, printTable, quantile } from '../../support/report.ts';
import { builtTwin } from '../../support/built-server.ts';
import { type Served, createKey, serve, signIn } from '../../support/serve.ts';
import type { CatalogueFolder } from '../catalogue-folder.ts';
import { bodyOf } from '../kinds/query.ts';
import type { PartNeeds, PartResult } from '../part.ts';
import { queryMix } from '../query-mix.ts';
import { ms, thousands } from '../texts.ts';

const clients = 12;
const queries = 300;
const turnSeconds = 1.5;
/** Of each load: what searches run is all compiled after some 25,000 of them, as it is in a server that runs for a minute. */
const warmUps = 10_000;

/** What is asked, and a route that has the answers ready. */
type Load = {
  readonly limit: number;
  readonly isGzip: boolean;
  readonly search: readonly Uint8Array[];
  readonly constant: readonly Uint8Array[];
};

type Turn = FloodResult & { readonly cpuMs: number };

type HttpRow = {
  readonly limit: number;
  readonly isGzip: boolean;
  readonly perSecond: { readonly search: number; readonly constant: number };
  /** The median of the rounds' ratios. */
  readonly ratio: number;
  readonly waitMs: { readonly p50: number; readonly p99: number };
  readonly constantWaitMs: { readonly p50: number; readonly p99: number };
  readonly bytesPerAnswer: number;
  /** Of the server, for each request. */
  readonly cpuMs: { readonly search: number; readonly constant: number };
};

const type = 'application/geo+json; charset=utf-8';

/** Searches against constant bytes of the same size behind the same hooks, from 12 clients, in turns. */
export async function searchOverHttp({ served, options }: PartNeeds): Promise<PartResult> {
  const rows = await measureHttp(served, options.rounds);
  printHttp(served.items, rows);
  return { lines: linesOfHttp(rows), figures: { items: served.items, rows } };
}

async function measureHttp(folder: CatalogueFolder, rounds: number): Promise<readonly HttpRow[]> {
  const served = await serve({ SWATH_DATA: folder.path }, { program: await builtTwin(), keepsFolder: true });
  try {
    const key = await createKey(served, await signIn(served));
    const loads = [
      ...(await loadsOf(served, key, folder.items, 10)),
      ...(await loadsOf(served, key, folder.items, 100)),
    ];
    for (const { search, constant } of loads)
      for (const requests of [search, constant]) await flood({ url: served.url, requests, clients, count: warmUps });
    const rows: HttpRow[] = [];
    for (const load of loads) rows.push(await compare(served, load, rounds));
    return rows;
  } finally {
    await served.stop();
  }
}

async function loadsOf(served: Served, key: string, items: number, limit: number): Promise<readonly Load[]> {
  const bodies = queryMix(queries, items, 5).map((query) => JSON.stringify(bodyOf(query, limit)));
  const sending = { 'vendor-api-key': key };
  let features = 0;
  for (const [i, body] of bodies.entries()) features += await record(served, sending, body, numberOf(limit, i));
  if (features < bodies.length) throw new Error('the service found next to nothing: is this its catalogue?');
  const requests = (path: (i: number) => string, headers: Record<string, string>) =>
    bodies.map((body, i) => requestBytes(served.url, { method: 'POST', path: path(i), headers, body }));
  return [false, true].map((isGzip) => {
    const headers = { ...sending, ...(isGzip ? { 'accept-encoding': 'gzip' } : {}) };
    return {
      limit,
      isGzip,
      search: requests(() => '/search', headers),
      constant: requests((i) => `/bench/constant/${numberOf(limit, i)}`, headers),
    };
  });
}

const numberOf = (limit: number, i: number): number => limit * 10_000 + i;

/** The answer becomes the constant one; how many items it has. */
async function record(served: Served, key: Record<string, string>, body: string, number: number): Promise<number> {
  const headers = { ...key, 'content-type': 'application/json' };
  const answer = await fetch(`${served.url}/search`, { method: 'POST', headers, body });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`search answered ${answer.status}: ${text.slice(0, 500)}`);
  served.send({ number, type, text, isWritten: true });
  return (JSON.parse(text) as { features: readonly unknown[] }).features.length;
}

async function compare(served: Served, load: Load, rounds: number): Promise<HttpRow> {
  const run = (requests: readonly Uint8Array[], count: number) => flood({ url: served.url, requests, clients, count });
  const counts = {
    search: Math.ceil((await run(load.search, queries)).perSecond * turnSeconds),
    constant: Math.ceil((await run(load.constant, queries)).perSecond * turnSeconds),
  };
  const turn = async (of: 'search' | 'constant') => {
    const before = await served.cpuSeconds();
    const result = await run(load[of], counts[of]);
    return { ...result, cpuMs: (((await served.cpuSeconds()) - before) * 1_000) / counts[of] };
  };
  const turns: { readonly search: Turn; readonly constant: Turn }[] = [];
  for (let round = 0; round < rounds; round++)
    turns.push({ search: await turn('search'), constant: await turn('constant') });
  const waits = (of: 'search' | 'constant') => {
    const all = turns.flatMap((turn) => turn[of].waitsMs);
    return { p50: quantile(all, 0.5), p99: quantile(all, 0.99) };
  };
  return {
    limit: load.limit,
    isGzip: load.isGzip,
    perSecond: {
      search: median(turns.map(({ search }) => search.perSecond)),
      constant: median(turns.map(({ constant }) => constant.perSecond)),
    },
    ratio: median(turns.map(({ search, constant }) => search.perSecond / constant.perSecond)),
    waitMs: waits('search'),
    constantWaitMs: waits('constant'),
    bytesPerAnswer: turns[0]!.search.bodyBytes / counts.search,
    cpuMs: {
      search: median(turns.map(({ search }) => search.cpuMs)),
      constant: median(turns.map(({ constant }) => constant.cpuMs)),
    },
  };
}

const nameOf = ({ limit, isGzip }: HttpRow): string => `limit ${limit}${isGzip ? ', gzip' : ''}`;

function printHttp(items: number, rows: readonly HttpRow[]): void {
  console.log(`\n\`POST /search\` over HTTP, ${clients} clients, ${thousands(items)} items, all page kinds in turn:\n`);
  printTable(
    [
      '',
      'searches a second',
      'constant bytes a second',
      'ratio',
      'wait p50 / p99 ms',
      'constant p50 / p99 ms',
      'KB',
      'CPU ms',
    ],
    rows.map((row) => [
      nameOf(row),
      thousands(row.perSecond.search),
      thousands(row.perSecond.constant),
      row.ratio.toFixed(2),
      `${ms(row.waitMs.p50)} / ${ms(row.waitMs.p99)}`,
      `${ms(row.constantWaitMs.p50)} / ${ms(row.constantWaitMs.p99)}`,
      (row.bytesPerAnswer / 1_000).toFixed(1),
      `${ms(row.cpuMs.search)} : ${ms(row.cpuMs.constant)}`,
    ]),
  );
}

const bounds: Readonly<Record<number, number>> = { 10: 0.35, 100: 0.2 };

function linesOfHttp(rows: readonly HttpRow[]): readonly Line[] {
  return rows.map((row) => {
    const bound = row.isGzip ? null : bounds[row.limit]!;
    return {
      what: `\`POST /search\` : constant bytes of the same size, requests, ${clients} clients, ${nameOf(row)}`,
      measured: `${row.ratio.toFixed(2)} (${thousands(row.perSecond.search)} a second)`,
      bound: bound === null ? '(shown)' : `at least ${bound}`,
      isHeld: bound === null || row.ratio >= bound,
    };
  });
}
