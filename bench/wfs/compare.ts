import { boxQueries } from './boxes.ts';
import type { FeatureServer } from './feature-server.ts';
import type { Flooded } from './flood-boxes.ts';
import { type PageWalk, walkPages } from './page-walk.ts';
import { type Format, type ReadAll, countFeatures, readAll } from './read-all.ts';

export type Sizes = {
  readonly items: number;
  readonly rounds: number;
  readonly boxes: number;
  readonly clients: number;
  /** Nothing is asked for but boxes. */
  readonly isBoxesAlone: boolean;
};

/** What one server did in every round. */
export type Measured = {
  readonly name: string;
  readonly full: Readonly<Record<Format, ReadAll[]>>;
  readonly boxes: (Flooded & { readonly cpuMs: number })[];
  /** Features in all boxes together. */
  boxFeatures: number;
  /** Null where nobody walked. */
  walk: PageWalk | null;
};

/** Requests in a flood, at least: so that it lasts for some seconds. */
const fewestAsked = 12_000;

/** Share by which the bytes of two rounds may differ. */
const sameBytes = 0.01;

const floodOf = (queries: readonly string[]): readonly string[] =>
  Array.from({ length: Math.ceil(fewestAsked / queries.length) }, () => queries).flat();

/** In turns, each round the other way around; a server that leaves features out is not compared. */
export async function compare(servers: readonly FeatureServer[], sizes: Sizes): Promise<readonly Measured[]> {
  const measured = servers.map(({ name }): Measured => ({
    name,
    full: { GML: [], GeoJSON: [] },
    boxes: [],
    boxFeatures: 0,
    walk: null,
  }));
  const queries = boxQueries(sizes.boxes);
  for (const [i, server] of servers.entries())
    for (const query of queries) measured[i]!.boxFeatures += await countFeatures(server, 'GML', query);
  // A server that runs for a while has compiled what it runs, and so has the client.
  for (const server of servers) await server.flood(floodOf(queries), sizes.clients);
  for (let round = 0; round < sizes.rounds; round++) {
    const order = [...servers.entries()];
    if (round % 2 === 1) order.reverse();
    for (const [i, server] of order) await measureRound(server, measured[i]!, queries, sizes);
  }
  // The peer would count from the start for every page.
  if (!sizes.isBoxesAlone) measured[0]!.walk = await walkPages(servers[0]!, sizes.items);
  return measured;
}

async function measureRound(
  server: FeatureServer,
  { name, full, boxes }: Measured,
  queries: readonly string[],
  { items, clients, isBoxesAlone }: Sizes,
): Promise<void> {
  for (const format of isBoxesAlone ? [] : (['GML', 'GeoJSON'] as const)) {
    const read = await readAll(server, format);
    if (read.features !== items) throw new Error(`${name} gave ${read.features} of ${items} features as ${format}`);
    full[format].push(read);
  }
  const asked = floodOf(queries);
  const before = await server.cpuSeconds();
  const flooded = await server.flood(asked, clients);
  boxes.push({ ...flooded, cpuMs: (((await server.cpuSeconds()) - before) / asked.length) * 1_000 });
  // The features in them were counted before; what is found late does not tell how many it is.
  if (Math.abs(flooded.bodyBytes / boxes[0]!.bodyBytes - 1) > sameBytes)
    throw new Error(`${name} gave other answers than the round before`);
}
