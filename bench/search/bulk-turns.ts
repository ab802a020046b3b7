import { type Line, median, quantile } from '../support/report.ts';
import { type Batch, makeBatches } from './make-items.ts';
import { largestBulk } from './options.ts';
import { type Paced, paceMs } from './paced.ts';
import { ms, thousands } from './texts.ts';

/**
 * What one turn loads: small bulks as a feed sends them, the same from many who send at once, or one as large as a body may
 * be, as an archive is sent.
 */
type Bulks = {
  readonly size: number;
  readonly count: number;
  /** How many send at once, each one bulk after the other. */
  readonly senders: number;
  /** So many numbers have that many full bulks of the largest collection in them. */
  readonly span: number;
};

const kinds: readonly Bulks[] = [
  { size: 1_000, count: 10, senders: 1, span: 20_000 },
  { size: 1_000, count: 12, senders: 12, span: 24_000 },
  { size: largestBulk, count: 1, senders: 1, span: 50_000 },
];

export type BulkResult = Pick<Bulks, 'size' | 'senders'> & {
  /** Loads with nothing else to do. */
  readonly itemsPerCpuSecond: number;
  /** Loads while searches run, their CPU counted against the loads. */
  readonly itemsPerCpuSecondWithSearches: number;
  readonly busyP99Ms: number;
  /** The median of the rounds' ratios. */
  readonly ratio: number;
};

export type WritesResult = {
  readonly items: number;
  readonly idleP99Ms: number;
  readonly bulks: readonly BulkResult[];
};

/** How the catalogue is written to and searched. */
export type WritingWay = {
  readonly name: string;
  readonly askWhile: Paced;
  load(batch: Batch): Promise<void>;
  /** That it has taken so far. */
  cpuSeconds(): Promise<number>;
};

const idleMs = 4_000;

/** Searches while bulk loads run, against the same searches without them, and loads alone, in turns. */
export async function takeTurns(way: WritingWay, items: number, rounds: number): Promise<WritesResult> {
  const nextBulks = bulksFrom(items);
  const idle: number[] = [];
  const measured = kinds.map((kind) => ({
    kind,
    alone: [] as number[],
    together: [] as number[],
    busy: [] as number[],
  }));
  // Once each, for what they run to be compiled.
  for (const kind of kinds) await way.askWhile(idleMs, () => loadAll(way, kind, nextBulks(kind)));
  for (let round = 0; round < rounds; round++) {
    idle.push(quantile(await way.askWhile(idleMs, async () => {}), 0.99));
    for (const { kind, alone, together, busy } of measured) {
      // Made before anything is timed.
      const [first, second] = [nextBulks(kind), nextBulks(kind)];
      alone.push(await cpuSecondsOf(way, () => loadAll(way, kind, first)));
      together.push(
        await cpuSecondsOf(way, async () => {
          busy.push(quantile(await way.askWhile(0, () => loadAll(way, kind, second)), 0.99));
        }),
      );
    }
    const loads = measured.map(({ kind, alone, busy }) => {
      const rate = thousands((kind.size * kind.count) / alone.at(-1)!);
      return `${ms(busy.at(-1)!)} ms during ${nameOf(kind)}, ${rate} items a CPU second`;
    });
    console.error(`${way.name}, round ${round + 1}: p99 ${ms(idle.at(-1)!)} ms idle; ${loads.join('; ')}`);
  }
  return {
    items,
    idleP99Ms: median(idle),
    bulks: measured.map(({ kind: { size, count, senders }, alone, together, busy }) => ({
      size,
      senders,
      itemsPerCpuSecond: (size * count) / median(alone),
      itemsPerCpuSecondWithSearches: (size * count) / median(together),
      busyP99Ms: median(busy),
      ratio: median(idle.map((quiet, round) => busy[round]! / quiet)),
    })),
  };
}

const nameOf = ({ size, senders }: Pick<Bulks, 'size' | 'senders'>): string =>
  `bulks of ${thousands(size)} items${senders === 1 ? '' : ` from ${senders} at once`}`;

async function loadAll({ load }: WritingWay, { senders }: Bulks, batches: readonly Batch[]): Promise<void> {
  const left = batches.values();
  const send = async () => {
    for (const batch of left) await load(batch);
  };
  await Promise.all(Array.from({ length: senders }, send));
}

/** Full bulks alone, of numbers that no other turn uses. */
function bulksFrom(first: number): (kind: Bulks) => readonly Batch[] {
  let from = first;
  return ({ size, count, span }) => {
    const bulks: Batch[] = [];
    for (const batch of makeBatches(from, from + span, size)) {
      if (batch.items === size) bulks.push(batch);
      if (bulks.length === count) break;
    }
    from += span;
    return bulks;
  };
}

async function cpuSecondsOf({ cpuSeconds }: WritingWay, work: () => Promise<void>): Promise<number> {
  const before = await cpuSeconds();
  await work();
  return (await cpuSeconds()) - before;
}

export function linesOfWrites({ items, idleP99Ms, bulks }: WritesResult, what: string): readonly Line[] {
  return bulks.flatMap(({ itemsPerCpuSecond, itemsPerCpuSecondWithSearches, busyP99Ms, ratio, ...bulk }) => [
    {
      what: `${what}, ${nameOf(bulk)}, items a CPU second, ${thousands(items)} items stored`,
      measured: `${thousands(itemsPerCpuSecond)} (${thousands(itemsPerCpuSecondWithSearches)} with the searches' CPU)`,
      bound: 'at least 4,000',
      isHeld: itemsPerCpuSecond >= 4_000,
    },
    {
      what: `p99 of searches during it : idle, one search every ${paceMs} ms`,
      measured: `${ratio.toFixed(2)} (${ms(busyP99Ms)} : ${ms(idleP99Ms)} ms)`,
      bound: 'at most 2.00',
      isHeld: ratio <= 2,
    },
  ]);
}
