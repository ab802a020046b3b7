import { type Line, median, quantile } from '../support/report.ts';
import { type Batch, makeBatches } from './make-items.ts';
import { paceMs, paced } from './paced.ts';
import { ms, thousands } from './texts.ts';

/** What one turn loads: small bulks as a feed sends them, or one as large as a body may be, as an archive is sent. */
type Bulks = {
  readonly size: number;
  readonly count: number;
  /** So many numbers have that many full bulks of the largest collection in them. */
  readonly span: number;
};

const kinds: readonly Bulks[] = [
  { size: 1_000, count: 10, span: 20_000 },
  { size: 16_000, count: 1, span: 50_000 },
];

export type BulkResult = {
  readonly size: number;
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
  readonly searches: readonly (() => Promise<unknown>)[];
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
  const load = async (batches: readonly Batch[]) => {
    for (const batch of batches) await way.load(batch);
  };
  await paced(way.searches, idleMs, () => load(nextBulks(kinds[0]!)));
  for (let round = 0; round < rounds; round++) {
    idle.push(quantile(await paced(way.searches, idleMs, async () => {}), 0.99));
    for (const { kind, alone, together, busy } of measured) {
      // Made before anything is timed.
      const [first, second] = [nextBulks(kind), nextBulks(kind)];
      alone.push(await cpuSecondsOf(way, () => load(first)));
      together.push(
        await cpuSecondsOf(way, async () => {
          busy.push(quantile(await paced(way.searches, 0, () => load(second)), 0.99));
        }),
      );
    }
    const loads = measured.map(({ kind, alone, busy }) => {
      const rate = thousands((kind.size * kind.count) / alone.at(-1)!);
      return `${ms(busy.at(-1)!)} ms during bulks of ${thousands(kind.size)}, ${rate} items a CPU second`;
    });
    console.error(`${way.name}, round ${round + 1}: p99 ${ms(idle.at(-1)!)} ms idle; ${loads.join('; ')}`);
  }
  return {
    items,
    idleP99Ms: median(idle),
    bulks: measured.map(({ kind: { size, count }, alone, together, busy }) => ({
      size,
      itemsPerCpuSecond: (size * count) / median(alone),
      itemsPerCpuSecondWithSearches: (size * count) / median(together),
      busyP99Ms: median(busy),
      ratio: median(idle.map((quiet, round) => busy[round]! / quiet)),
    })),
  };
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
  return bulks.flatMap(({ size, itemsPerCpuSecond, itemsPerCpuSecondWithSearches, busyP99Ms, ratio }) => [
    {
      what: `${what} of ${thousands(size)} items, items a CPU second, ${thousands(items)} items stored`,
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
