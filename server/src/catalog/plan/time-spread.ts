import type { Spread } from './slab-times.ts';

/** How items are spread over time: `before[i]` of them are older than `ms[i]`; in between they are taken to be even. */
export type TimeSpread = { readonly ms: readonly number[]; readonly before: readonly number[] };

/** Items of a day, a month or the like, by its first days, in order. */
type Span = readonly [firstDay: string, items: number];

/** What lies between the oldest and the newest moment: the first and the last span are seldom whole. */
export function spreadOf(spans: readonly Span[], firstMs: number, lastMs: number): TimeSpread | null {
  if (spans.length === 0) return null;
  const endMs = lastMs + 1;
  const ms = spans.map(([day]) => Math.min(endMs, Math.max(firstMs, Date.parse(`${day}T00:00:00Z`))));
  const before = [0];
  for (const [, items] of spans) before.push(before.at(-1)! + items);
  return { ms: [...ms, endMs], before };
}

/** How far to go from a moment until so many of a source's rows are met, if they are spread as all items are. */
export function spreadLengthMs(
  spread: TimeSpread,
  { oldestMs, newestMs, rows }: Spread,
  wanted: number,
  fromMs: number,
  isDown: boolean,
): number {
  const { ms, before } = spread;
  const [first, last] = [between(ms, before, oldestMs), between(ms, before, newestMs)];
  const items = (Math.max(1, last - first) * wanted) / Math.max(1, rows);
  const at = between(ms, before, fromMs);
  const toMs = between(before, ms, isDown ? at - items : at + items);
  return Math.max(1_000, Math.abs(fromMs - toMs));
}

/** The value at a place on the line through the points, which never falls; beyond its ends that of the end. */
function between(places: readonly number[], values: readonly number[], place: number): number {
  let [low, high] = [0, places.length - 1];
  if (place <= places[low]!) return values[low]!;
  if (place >= places[high]!) return values[high]!;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (places[middle]! <= place) low = middle;
    else high = middle;
  }
  const part = (place - places[low]!) / (places[high]! - places[low]!);
  return values[low]! + part * (values[high]! - values[low]!);
}
