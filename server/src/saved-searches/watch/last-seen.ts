import type { Arrivals } from '../../catalog/ports.ts';

type Reading = {
  readonly readArrivals: (after: number, limit: number) => Arrivals | Promise<Arrivals>;
  readonly sees: (collection: string) => boolean;
  readonly pause: () => Promise<void>;
};

/** Few enough that a pause comes soon. */
export const readAtOnce = 100;

/** Where the last `wanted` arrivals begin that are seen, and how many they are: what others have must not be told by a count. */
export async function findLastSeen(
  from: number,
  wanted: number,
  { readArrivals, sees, pause }: Reading,
): Promise<{ readonly after: number; readonly seen: number }> {
  const numbers: number[] = [];
  for (let last = from; ; await pause()) {
    const read = await readArrivals(last, readAtOnce);
    for (const { arrival, collection } of read.found) if (sees(collection)) numbers.push(arrival);
    if (read.last === last) break;
    last = read.last;
  }
  const first = numbers.at(-wanted) ?? numbers[0];
  return { after: first === undefined ? from : first - 1, seen: Math.min(wanted, numbers.length) };
}
