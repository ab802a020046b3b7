import {
  type ByteValues,
  appendCopy,
  appendSpan,
  byteValues,
  cutValues,
  endOfSame,
  forgetValues,
  isSame,
} from './byte-values.ts';
import { type GrowingNumbers, appendInteger, forgetNumbers, growingIntegers } from './growing.ts';
import type { ViewedBytes } from './viewed-bytes.ts';

/** Texts of a column: by their place in a dictionary while few are different, else one after the other. */
export type TextValues = {
  /** False once too many were different, in this row group and those that follow. */
  hasDictionary: boolean;
  readonly words: ByteValues;
  /** Of each slot, the place of its word plus one; zero where there is none. */
  slots: Int32Array;
  readonly hashes: GrowingNumbers<Int32Array>;
  readonly places: GrowingNumbers<Int32Array>;
  readonly plain: ByteValues;
  lastPlace: number;
};

const leastDifferent = 1_000;
const mostDictionaryBytes = 1_024 * 1_024;
const firstSlots = 16;

export const textValues = (): TextValues => ({
  hasDictionary: true,
  words: byteValues(),
  slots: new Int32Array(firstSlots),
  hashes: growingIntegers(),
  places: growingIntegers(),
  plain: byteValues(),
  lastPlace: -1,
});

/** Adds the text of these bytes, which are UTF-8. */
export function addText(values: TextValues, of: ViewedBytes, from: number, to: number): void {
  if (!values.hasDictionary) return appendSpan(values.plain, of, from, to);
  // Most columns say the same again and again.
  if (values.lastPlace === -1 || !isSame(values.words, values.lastPlace, of, from, to))
    values.lastPlace = placeOf(values, of, from, to);
  appendInteger(values.places, values.lastPlace);
  if (isWorthless(values)) becomePlain(values);
}

/** Adds once more what was added last, if that and a quote come next: gives where it ends, else -1. Not where texts may have escapes. */
export function addSame(values: TextValues, of: ViewedBytes, from: number): number {
  if (values.lastPlace === -1) return -1;
  const end = endOfSame(values.words, values.lastPlace, of, from);
  if (end >= 0) appendInteger(values.places, values.lastPlace);
  return end;
}

function placeOf(values: TextValues, of: ViewedBytes, from: number, to: number): number {
  const hash = hashOf(of.view, from, to);
  const mask = values.slots.length - 1;
  let slot = hash & mask;
  for (let place = values.slots[slot]! - 1; place !== -1; place = values.slots[slot]! - 1) {
    if (values.hashes.values[place] === hash && isSame(values.words, place, of, from, to)) return place;
    slot = (slot + 1) & mask;
  }
  appendSpan(values.words, of, from, to);
  appendInteger(values.hashes, hash);
  values.slots[slot] = values.hashes.length;
  if (values.hashes.length * 2 > values.slots.length) rehash(values);
  return values.hashes.length - 1;
}

const hashedBytes = 40;

/** Texts that differ do so near their end. */
function hashOf(view: DataView, from: number, to: number): number {
  let hash = to - from;
  let at = Math.max(from, to - hashedBytes);
  for (; at <= to - 4; at += 4) hash = mixed(hash, view.getInt32(at, true));
  for (; at < to; at++) hash = mixed(hash, view.getUint8(at));
  return hash ^ (hash >>> 15);
}

/** Slots are of the lowest bits: the higher ones of four bytes have to come down. */
function mixed(hash: number, more: number): number {
  const both = Math.imul(hash ^ more, 0x1e35a7bd);
  return both ^ (both >>> 15);
}

function rehash(values: TextValues): void {
  const slots = new Int32Array(values.slots.length * 4);
  const mask = slots.length - 1;
  for (let place = 0; place < values.hashes.length; place++) {
    let slot = values.hashes.values[place]! & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = place + 1;
  }
  values.slots = slots;
}

function isWorthless({ hashes, words, places }: TextValues): boolean {
  if (words.data.length > mostDictionaryBytes) return true;
  return hashes.length > leastDifferent && hashes.length * 2 > places.length;
}

function becomePlain(values: TextValues): void {
  const { places, words, plain } = values;
  for (let index = 0; index < places.length; index++) appendCopy(plain, words, places.values[index]!);
  clearDictionary(values);
  // It never comes back: what it had of memory goes.
  forgetValues(words);
  values.slots = new Int32Array(0);
  forgetNumbers(values.hashes);
  forgetNumbers(places);
  values.hasDictionary = false;
}

function clearDictionary(values: TextValues): void {
  cutValues(values.words, 0);
  values.slots.fill(0);
  values.hashes.length = 0;
  values.places.length = 0;
  values.lastPlace = -1;
}

export const textCount = ({ hasDictionary, places, plain }: TextValues): number =>
  hasDictionary ? places.length : plain.ends.length;

export function cutTexts(values: TextValues, count: number): void {
  if (values.hasDictionary) values.places.length = count;
  else cutValues(values.plain, count);
}

export function clearTexts(values: TextValues): void {
  clearDictionary(values);
  cutValues(values.plain, 0);
}
