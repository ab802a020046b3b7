import { thousands } from '../search/texts.ts';
import { type Line, median } from '../support/report.ts';
import { boxQueries } from './boxes.ts';
import type { FeatureServer } from './feature-server.ts';
import { type PageWalk, walkPages } from './page-walk.ts';
import { type Format, type ReadAll, readAll } from './read-all.ts';

export type Sizes = {
  readonly items: number;
  readonly rounds: number;
  readonly boxes: number;
  readonly clients: number;
};

/** What one server did in every round. */
export type Measured = {
  readonly name: string;
  readonly full: Readonly<Record<Format, ReadAll[]>>;
  readonly boxesPerSecond: number[];
  readonly boxCpuMs: number[];
  /** Features in all boxes together. */
  boxFeatures: number;
  /** Null where nobody walked. */
  walk: PageWalk | null;
};

/** Each box, in a flood: so that it lasts longer than two seconds. */
const timesAsked = 15;

const floodOf = (queries: readonly string[]): readonly string[] =>
  Array.from({ length: timesAsked }, () => queries).flat();

/** In turns, each round the other way around; a server that leaves features out is not compared. */
export async function compare(servers: readonly FeatureServer[], sizes: Sizes): Promise<readonly Measured[]> {
  const measured = servers.map(({ name }): Measured => ({
    name,
    full: { GML: [], GeoJSON: [] },
    boxesPerSecond: [],
    boxCpuMs: [],
    boxFeatures: 0,
    walk: null,
  }));
  const queries = boxQueries(sizes.boxes);
  for (const [i, server] of servers.entries())
    for (const query of queries) measured[i]!.boxFeatures += (await readAll(server, 'GML', query)).features;
  // A server that runs for a while has compiled what it runs.
  for (const server of servers) await server.flood(floodOf(queries), sizes.clients);
  for (let round = 0; round < sizes.rounds; round++) {
    const order = [...servers.entries()];
    if (round % 2 === 1) order.reverse();
    for (const [i, server] of order) await measureRound(server, measured[i]!, queries, sizes);
  }
  // The peer would count from the start for every page.
  measured[0]!.walk = await walkPages(servers[0]!, sizes.items);
  return measured;
}

async function measureRound(
  server: FeatureServer,
  { name, full, boxesPerSecond, boxCpuMs }: Measured,
  queries: readonly string[],
  { items, clients }: Sizes,
): Promise<void> {
  for (const format of ['GML', 'GeoJSON'] as const) {
    const read = await readAll(server, format);
    if (read.features !== items) throw new Error(`${name} gave ${read.features} of ${items} features as ${format}`);
    full[format].push(read);
  }
  const asked = floodOf(queries);
  const before = await server.cpuSeconds();
  boxesPerSecond.push(await server.flood(asked, clients));
  boxCpuMs.push((((await server.cpuSeconds()) - before) / asked.length) * 1_000);
}

const leastTimes: Readonly<Record<Format, number>> = { GML: 3, GeoJSON: 5 };
const leastBoxTimes = 5;
const mostFirstByteMs = 50;
const mostMb = 100;

export function linesOf(
  [swath, peer]: readonly Measured[],
  { items, clients }: Sizes,
  firstAnswerMs: number,
): readonly Line[] {
  const full = (['GML', 'GeoJSON'] as const).map((format) => {
    const rate = (one: Measured) => median(one.full[format].map(({ features, seconds }) => features / seconds));
    const megabytes = median(swath!.full[format].map((read) => read.megabytes));
    return times(
      `full ${format}, ${megabytes.toFixed(0)} MB, features a second`,
      swath!,
      peer,
      rate,
      leastTimes[format],
    );
  });
  const boxes = times(
    `boxes of one degree, ${clients} clients, requests a second`,
    swath!,
    peer,
    (one) => median(one.boxesPerSecond),
    leastBoxTimes,
  );
  const counts = `${thousands(swath!.boxFeatures)}${peer === undefined ? '' : ` and ${thousands(peer.boxFeatures)}`}`;
  const all = [...swath!.full.GML, ...swath!.full.GeoJSON];
  const firstByteMs = median(all.map((read) => read.firstByteMs));
  const above = all.flatMap(({ aboveIdleMb }) => aboveIdleMb ?? []);
  const aboveMb = above.length === 0 ? null : Math.max(...above);
  return [
    ...full,
    boxes,
    cpuLine(swath!, peer),
    walkLine(swath!),
    {
      what: 'features in these boxes',
      measured: counts,
      bound: 'the same',
      isHeld: peer === undefined || peer.boxFeatures === swath!.boxFeatures,
    },
    {
      what: `first byte of all ${thousands(items)}`,
      measured: `${firstByteMs.toFixed(0)} ms${peer === undefined ? '' : ` (${peer.name}: ${median(peer.full.GML.map((read) => read.firstByteMs)).toFixed(0)} ms)`}`,
      bound: `under ${mostFirstByteMs} ms`,
      isHeld: firstByteMs < mostFirstByteMs,
    },
    {
      what: 'first byte of the first answer, two seconds after the start',
      measured: `${firstAnswerMs.toFixed(0)} ms`,
      bound: `under ${mostFirstByteMs} ms`,
      isHeld: firstAnswerMs < mostFirstByteMs,
    },
    {
      what: 'memory above idle, at most',
      measured: aboveMb === null ? '(not told by this system)' : `${aboveMb.toFixed(0)} MB`,
      bound: `at most ${mostMb} MB`,
      isHeld: aboveMb === null || aboveMb <= mostMb,
    },
  ];
}

function times(
  what: string,
  swath: Measured,
  peer: Measured | undefined,
  rate: (one: Measured) => number,
  least: number,
): Line {
  const own = rate(swath);
  if (peer === undefined) return { what, measured: thousands(own), bound: 'none alone', isHeld: true };
  const [theirs, factor] = [rate(peer), own / rate(peer)];
  return {
    what,
    measured: `${thousands(own)} (${peer.name}: ${thousands(theirs)}; ${factor.toFixed(1)} times)`,
    bound: `at least ${least} times ${peer.name}`,
    isHeld: factor >= least,
  };
}

const mostLastToFirst = 2;

function walkLine({ walk, full }: Measured): Line {
  const whole = median(full.GeoJSON.map(({ seconds }) => seconds));
  const { pages, seconds, lastToFirst } = walk!;
  return {
    what: `a walk over ${pages} pages by startIndex : one answer, time; last pages : first`,
    measured: `${(seconds / whole).toFixed(1)}; ${lastToFirst.toFixed(2)}`,
    bound: `last : first at most ${mostLastToFirst}`,
    isHeld: lastToFirst <= mostLastToFirst,
  };
}

const microseconds = (reads: readonly ReadAll[]) =>
  median(reads.map(({ cpuSeconds, features }) => (cpuSeconds / features) * 1e6)).toFixed(0);

/** What it costs, which other work on the machine changes less than the time it takes. */
function cpuLine(swath: Measured, peer: Measured | undefined): Line {
  const costs = ({ name, full, boxCpuMs }: Measured) =>
    `${name}: ${microseconds(full.GML)} us a GML feature, ${microseconds(full.GeoJSON)} a GeoJSON one, ${median(boxCpuMs).toFixed(1)} ms a box`;
  const measured = [swath, ...(peer === undefined ? [] : [peer])].map(costs).join('; ');
  return { what: 'CPU', measured, bound: 'none', isHeld: true };
}
