import { type TimeKey, lastTimeKey, timeKeyMs } from '../time-key.ts';
import { firstKeyMs, lastKeyMs } from './slab-times.ts';

/**
 * A time key as rows hold it: two digits are one character, `2023-04-22T19:58:45.553` is nine. The order is the same, and
 * a beginning of it is a year, a month, a day. Every row of the index has one: it was a seventh of them, of words a half.
 */
export type PackedTime = string;

/** The code of `00`; all pairs up to `95` are one byte, those of what years, hours and the like are. */
const zero = 0x20;

const pairs: readonly string[] = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0'));
/** What stands before a pair of digits; after the seconds come decimals. */
const separators = ['', '', '-', '-', 'T', ':', ':', '.'];
const wholeLength = 7;
/** Where a key has its pairs up to the seconds. */
const places = [0, 2, 5, 8, 11, 14, 17];
const wholeKeyLength = 19;

/** Before every packed time but the empty one, and after all of them. */
const before = '\u0001';
const after = '\uFFFF';
export const afterEveryTime: PackedTime = after;

/** Of a time key, of '' for none, and of what stands for times that no item can have. */
export function packTime(key: string): PackedTime {
  if (key === '') return '';
  if (key[0] === '-') return before + key;
  if (key[0] === '~') return after + key;
  let packed = '';
  for (const place of places) packed += pairAt(key, place);
  for (let at = wholeKeyLength + 1; at < key.length; at += 2)
    packed += at + 1 < key.length ? pairAt(key, at) : pairAt(`${key[at]!}0`, 0);
  return packed;
}

const pairAt = (text: string, at: number): string =>
  String.fromCharCode(zero + text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528);

const pairOf = (packed: PackedTime, at: number): number => packed.charCodeAt(at) - zero;

/** Of a beginning the beginning of the key: of four characters the day. */
export function unpackTime(packed: PackedTime): TimeKey {
  let key = '';
  for (let at = 0; at < packed.length; at++) key += (separators[at] ?? '') + pairs[pairOf(packed, at)]!;
  return packed.length > wholeLength && key.endsWith('0') ? key.slice(0, -1) : key;
}

/** How long the beginning is whose key has that length: a whole number of pairs. */
export const packedLength = (keyLength: number): number => places.filter((place) => place < keyLength).length;

export const dayOfPacked = (packed: PackedTime): string => unpackTime(packed.slice(0, 4));

/** Whole milliseconds, rounded down. */
export function packedMs(packed: PackedTime): number {
  const century = pairOf(packed, 0);
  // Nothing, or a year that `Date.UTC` takes for one of the last century.
  if (!(century > 0)) return timeKeyMs(unpackTime(packed));
  const tenMs = packed.length > wholeLength ? pairOf(packed, wholeLength) * 10 : 0;
  const ms = packed.length > wholeLength + 1 ? Math.floor(pairOf(packed, wholeLength + 1) / 10) : 0;
  return Date.UTC(
    century * 100 + pairOf(packed, 1),
    pairOf(packed, 2) - 1,
    pairOf(packed, 3),
    pairOf(packed, 4),
    pairOf(packed, 5),
    pairOf(packed, 6),
    tenMs + ms,
  );
}

const lastPacked = packTime(lastTimeKey);

/** The whole second; times beyond the years 0000 to 9999 are the first and the last moment of those. */
export function packedAt(ms: number): PackedTime {
  if (ms > lastKeyMs) return lastPacked;
  return packTime(new Date(Math.max(firstKeyMs, ms)).toISOString().slice(0, wholeKeyLength));
}

/** At least `reachMs` earlier; rounded so that nothing in between is lost. */
export const packedEarlier = (packed: PackedTime, reachMs: number): PackedTime =>
  reachMs === 0 ? packed : packedAt(packedMs(packed) - reachMs - 1_000);

export const packedLater = (packed: PackedTime, reachMs: number): PackedTime =>
  reachMs === 0 ? packed : packedAt(packedMs(packed) + reachMs + 1_000);

/** In order, for what tells only seconds apart; -1 where there is no time. */
export function packedSecond(packed: PackedTime): number {
  if (packed === '') return -1;
  let digits = 0;
  for (let at = 0; at < wholeLength; at++) digits = digits * 100 + pairOf(packed, at);
  return digits;
}

/** The same in SQL, of a column that has time keys; '', null and what is packed already stay as they are. */
export function packedTimeSql(column: string): string {
  const whole = places.map((place) => `${zero} + substr(${column}, ${place + 1}, 2)`).join(', ');
  const decimals = [21, 23, 25, 27, 29].map(
    (at) => `iif(length(${column}) < ${at}, '', char(${zero} + substr(${column} || '0', ${at}, 2)))`,
  );
  return `iif(length(${column}) >= ${wholeKeyLength}, char(${whole}) || ${decimals.join(' || ')}, ${column})`;
}
