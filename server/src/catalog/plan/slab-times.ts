import { type TimeKey, lastTimeKey, timeKeyMs } from '../time-key.ts';

export const firstKeyMs = -62_167_219_200_000;
export const lastKeyMs = 253_402_300_799_000;

/** The key of a whole second; times beyond the years 0000 to 9999 are the first and the last moment of those. */
export function timeKeyAt(ms: number): TimeKey {
  return ms > lastKeyMs ? lastTimeKey : new Date(Math.max(firstKeyMs, ms)).toISOString().slice(0, 19);
}

/** A key at least `reachMs` earlier; rounded so that nothing in between is lost. */
export const earlierBy = (key: TimeKey, reachMs: number): TimeKey =>
  reachMs === 0 ? key : timeKeyAt(timeKeyMs(key) - reachMs - 1_000);

export const laterBy = (key: TimeKey, reachMs: number): TimeKey =>
  reachMs === 0 ? key : timeKeyAt(timeKeyMs(key) + reachMs + 1_000);

/** How long the next slab is, from what the last one held: long enough for what is still wanted, and a bit more. */
export function nextLengthMs(lengthMs: number, found: number, wanted: number): number {
  const factor = found === 0 ? 8 : Math.min(8, Math.max(0.25, (1.5 * wanted) / found));
  return lengthMs * factor;
}

/** Rows and the moments of the first and the last of them. */
export type Spread = { readonly oldestMs: number; readonly newestMs: number; readonly rows: number };

/** A first slab that should hold the wanted number of rows if they were spread evenly. */
export function firstLengthMs({ oldestMs, newestMs, rows }: Spread, wanted: number): number {
  const span = newestMs - oldestMs + 1_000;
  return Math.max(1_000, (span * wanted) / Math.max(1, rows));
}
