import { flood, requestBytes } from '../support/flood.ts';
import { median } from '../support/report.ts';
import { bodyOf } from '../search/kinds/query.ts';
import { queryMix } from '../search/query-mix.ts';
import { cpuSince, databaseCpu } from './database-processes.ts';
import type { Site } from './site.ts';

/** Of each load; a node has its part of them. */
const clients = 32;

export type Load = { readonly name: string; readonly requests: (url: string) => readonly Uint8Array[] };

export type Turn = {
  readonly perSecond: number;
  /** Processors that were busy for each. */
  readonly busy: { readonly nodes: number; readonly database: number; readonly client: number };
};

export type Rounds = { readonly one: readonly Turn[]; readonly two: readonly Turn[]; readonly ratio: number };

export function loadsOf({ key, items }: Site): readonly Load[] {
  const headers = { 'vendor-api-key': key };
  const searches = queryMix(300, items, 5).map((query) => JSON.stringify(bodyOf(query, 10)));
  return [
    { name: 'GET /auth/self with a key', requests: (url) => [requestBytes(url, { path: '/auth/self', headers })] },
    {
      name: 'POST /search of all kinds, limit 10',
      requests: (url) => searches.map((body) => requestBytes(url, { method: 'POST', path: '/search', headers, body })),
    },
  ];
}

/** Before nodes are held: a server that runs for a while has compiled what it runs. */
export const warmUp = async (site: Site, load: Load): Promise<void> => void (await ask(site, load, 2, 4_000));

/** One node and two of them in turns; a turn has as many requests as one node answers in that time. */
export async function inTurns(site: Site, load: Load, rounds: number, seconds: number): Promise<Rounds> {
  const { perSecond } = await ask(site, load, 1, 200);
  const count = Math.ceil(perSecond * seconds);
  const [one, two]: [Turn[], Turn[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    one.push(await ask(site, load, 1, count));
    two.push(await ask(site, load, 2, 2 * count));
    console.error(
      `${load.name}: one ${one.at(-1)!.perSecond.toFixed(0)}, two ${two.at(-1)!.perSecond.toFixed(0)} a second`,
    );
  }
  return { one, two, ratio: median(two.map((turn, at) => turn.perSecond / one[at]!.perSecond)) };
}

async function ask({ nodes, databaseFolder }: Site, { requests }: Load, howMany: number, count: number): Promise<Turn> {
  const asked = nodes.slice(0, howMany);
  const before = { nodes: await nodesCpu(nodes), database: databaseCpu(databaseFolder), client: clientCpu() };
  const start = performance.now();
  await Promise.all(
    asked.map(({ url }) => flood({ url, requests: requests(url), clients: clients / howMany, count: count / howMany })),
  );
  const seconds = (performance.now() - start) / 1_000;
  const database = cpuSince(before.database, databaseCpu(databaseFolder)) / 1_000;
  const client = clientCpu() - before.client;
  const nodesSeconds = (await nodesCpu(nodes)) - before.nodes;
  return {
    perSecond: count / seconds,
    busy: { nodes: nodesSeconds / seconds, database: database / seconds, client: client / seconds },
  };
}

async function nodesCpu(nodes: Site['nodes']): Promise<number> {
  return (await Promise.all(nodes.map((node) => node.cpuSeconds()))).reduce((sum, each) => sum + each, 0);
}

function clientCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
