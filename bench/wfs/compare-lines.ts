import { thousands } from '../search/texts.ts';
import { type Line, median } from '../support/report.ts';
import type { Measured, Sizes } from './compare.ts';
import type { Format, ReadAll } from './read-all.ts';

const leastTimes: Readonly<Record<Format, number>> = { GML: 3, GeoJSON: 5 };
const leastBoxTimes = 5;
const mostFirstByteMs = 50;
const mostMb = 100;

export function linesOf(
  [swath, peer]: readonly Measured[],
  { items, boxes: howMany, clients, isBoxesAlone }: Sizes,
  firstAnswerMs: number,
): readonly Line[] {
  const boxes = boxLines(swath!, peer, howMany, clients);
  if (isBoxesAlone) return boxes;
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
  const all = [...swath!.full.GML, ...swath!.full.GeoJSON];
  const firstByteMs = median(all.map((read) => read.firstByteMs));
  const above = all.flatMap(({ aboveIdleMb }) => aboveIdleMb ?? []);
  const aboveMb = above.length === 0 ? null : Math.max(...above);
  return [
    ...full,
    fullCpuLine(swath!, peer),
    ...boxes,
    walkLine(swath!),
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
function fullCpuLine(swath: Measured, peer: Measured | undefined): Line {
  return costLine('CPU of full answers', fullCosts, swath, peer);
}

const fullCosts = ({ name, full }: Measured): string =>
  `${name}: ${microseconds(full.GML)} us a GML feature, ${microseconds(full.GeoJSON)} a GeoJSON one`;

function boxCosts({ name, boxes }: Measured): string {
  const [own, client] = [boxes.map(({ cpuMs }) => cpuMs), boxes.map(({ clientCpuMs }) => clientCpuMs)];
  return `${name}: ${median(own).toFixed(2)} ms a box, and ${median(client).toFixed(2)} ms of its client`;
}

function costLine(what: string, costs: (one: Measured) => string, swath: Measured, peer: Measured | undefined): Line {
  return {
    what,
    measured: (peer === undefined ? [swath] : [swath, peer]).map(costs).join('; '),
    bound: 'none',
    isHeld: true,
  };
}

function boxLines(swath: Measured, peer: Measured | undefined, howMany: number, clients: number): readonly Line[] {
  const what = `${thousands(howMany)} boxes of one degree, ${clients} clients, requests a second`;
  const counts = `${thousands(swath.boxFeatures)}${peer === undefined ? '' : ` and ${thousands(peer.boxFeatures)}`}`;
  return [
    times(what, swath, peer, ({ boxes }) => median(boxes.map(({ perSecond }) => perSecond)), leastBoxTimes),
    costLine('CPU of boxes', boxCosts, swath, peer),
    {
      what: 'features in these boxes',
      measured: counts,
      bound: 'the same',
      isHeld: peer === undefined || peer.boxFeatures === swath.boxFeatures,
    },
  ];
}
