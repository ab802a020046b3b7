import { closeSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { freeBytesNow, lookEveryMs } from '../node/free-bytes.ts';
import type { Changes } from '../sqlite/catalog/file/changes.ts';

/** What threads share of a shelf: where features lie in its file, by key, and how far all has come. */
export type ShelfPlace = {
  readonly file: string;
  /** Place and length for each key; a place of 0 is none. */
  readonly index: SharedArrayBuffer;
  readonly state: SharedArrayBuffer;
  readonly mostBytes: number;
  /** Of its disk: the features are given back where less is free, and no more are kept where twice that is not. */
  readonly leastFreeBytes: number;
};

/** Features that were written before, to be sent again as long as they are true. */
export type Shelf = {
  /** As many of the first ones as lie there, one after the other; null where none does, or the reader is behind. */
  take(keys: readonly number[], at: Changes): Stocked | null;
  /** Keeps what was written of documents as they were at that moment, each of its size; a key of -1 is not kept. */
  put(keys: readonly number[], at: Changes, written: Uint8Array, sizes: readonly number[]): void;
  /** How far it has come; null where nothing was ever kept. */
  changes(): Changes | null;
  /** These are no longer true, by which it has come so far. All, where nobody knows which. */
  forget(keys: readonly number[] | null, to: Changes): void;
  close(): void;
};

export type Stocked = { readonly bytes: Uint8Array; readonly items: number };

/**
 * `version` is odd while features are being forgotten; `tail` is how much of the file was given away; `writing` are those
 * who put something there. `wasted` are bytes of what was forgotten, and some of what found no room: keys that were deleted
 * are forgotten by nobody.
 */
const [version, tail, replaced, arrived, wasted, writing] = [0, 1, 2, 3, 4, 5];
const wordsOfState = 6;
const wordsOfKey = 2;

export const newShelf = (file: string, keys: number, mostBytes: number, leastFreeBytes = 0): ShelfPlace => ({
  file,
  // Zeros that nobody has written to take no memory.
  index: new SharedArrayBuffer(keys * wordsOfKey * Int32Array.BYTES_PER_ELEMENT),
  state: new SharedArrayBuffer(wordsOfState * Int32Array.BYTES_PER_ELEMENT),
  mostBytes,
  leastFreeBytes,
});

/** Opens it for one thread. Whoever reads or writes looks again afterwards whether anything was forgotten meanwhile. */
export function openShelf(given: ShelfPlace, freeBytes = freeBytesBeside(given.file)): Shelf {
  const { file, index: indexed, state: shared, mostBytes, leastFreeBytes } = given;
  closeSync(openSync(file, 'a', 0o600));
  const descriptor = openSync(file, 'r+');
  const [index, state] = [new Int32Array(indexed), new Int32Array(shared)];
  const mostKeys = index.length / wordsOfKey;
  const placeOf = (key: number): number => (key < mostKeys ? Atomics.load(index, wordsOfKey * key) : 0);
  const lengthOf = (key: number): number => Atomics.load(index, wordsOfKey * key + 1);

  function read(keys: readonly number[]): Stocked | null {
    let [items, bytes] = [0, 0];
    for (; items < keys.length && placeOf(keys[items]!) > 0; items++) bytes += lengthOf(keys[items]!);
    if (items === 0) return null;
    const all = Buffer.allocUnsafeSlow(bytes);
    for (let [i, at] = [0, 0]; i < items;) {
      const place = placeOf(keys[i]!);
      let length = 0;
      // What was written together is read together.
      for (; i < items && placeOf(keys[i]!) === place + length; i++) length += lengthOf(keys[i]!);
      if (length === 0 || at + length > bytes || readSync(descriptor, all, at, length, place) !== length) return null;
      at += length;
    }
    return { bytes: all, items };
  }

  /** 0 where there is no room. */
  function room(bytes: number): number {
    const place = Atomics.add(state, tail, bytes) + 1;
    if (place + bytes <= mostBytes) return place;
    Atomics.sub(state, tail, bytes);
    return 0;
  }

  /** The version, where features may be taken and put; null where others are further, or at work. */
  function versionAt(at: Changes): number | null {
    const before = Atomics.load(state, version);
    const isAt = Atomics.load(state, replaced) === at.replaced && Atomics.load(state, arrived) === at.arrived;
    return isAt && before % 2 === 0 ? before : null;
  }

  /** False where there was no room. */
  function putAll(keys: readonly number[], at: Changes, written: Uint8Array, sizes: readonly number[]): boolean {
    const before = versionAt(at);
    if (before === null) return true;
    const missing = missingOf(keys, written, sizes, (key) => key < 0 || key >= mostKeys || placeOf(key) > 0);
    if (missing.bytes === 0 || freeBytes() < 2 * leastFreeBytes) return true;
    let place = room(missing.bytes);
    if (place === 0) {
      Atomics.add(state, wasted, missing.bytes >> 3);
      return false;
    }
    if (!isWritten(descriptor, Buffer.concat(missing.pieces), place)) return true;
    for (const [i, key] of missing.keys.entries()) {
      Atomics.store(index, wordsOfKey * key + 1, missing.pieces[i]!.length);
      Atomics.store(index, wordsOfKey * key, place);
      place += missing.pieces[i]!.length;
    }
    if (Atomics.load(state, version) !== before)
      for (const key of missing.keys) Atomics.store(index, wordsOfKey * key, 0);
    return true;
  }

  /** Calls while nobody else forgets anything; not at all where another thread is at it. */
  function alone(change: () => void): void {
    const before = Atomics.load(state, version);
    if (before % 2 === 1 || Atomics.compareExchange(state, version, before, before + 1) !== before) return;
    change();
    Atomics.store(state, version, before + 2);
  }

  /** Begins anew, but not while somebody writes to it: that would be written over what comes. */
  function empty(): void {
    alone(() => {
      if (Atomics.load(state, writing) > 0) return;
      index.fill(0);
      for (const word of [tail, wasted]) Atomics.store(state, word, 0);
      ftruncateSync(descriptor);
    });
  }

  function forgetKey(key: number): void {
    if (placeOf(key) === 0) return;
    Atomics.add(state, wasted, lengthOf(key));
    Atomics.store(index, wordsOfKey * key, 0);
  }

  return {
    take(keys, at) {
      const before = versionAt(at);
      const found = before === null ? null : read(keys);
      return Atomics.load(state, version) === before ? found : null;
    },
    put(keys, at, written, sizes) {
      Atomics.add(state, writing, 1);
      const hadRoom = putAll(keys, at, written, sizes);
      Atomics.sub(state, writing, 1);
      const isWasted = !hadRoom && Atomics.load(state, wasted) >= mostBytes / 2;
      const isInTheWay = freeBytes() < leastFreeBytes && Atomics.load(state, tail) > 0;
      if (isWasted || isInTheWay) empty();
    },
    changes: () =>
      Atomics.load(state, tail) === 0
        ? null
        : { replaced: Atomics.load(state, replaced), arrived: Atomics.load(state, arrived) },
    forget(keys, to) {
      alone(() => {
        if (Atomics.load(state, replaced) > to.replaced || Atomics.load(state, arrived) > to.arrived) return;
        if (keys !== null) for (const key of keys) forgetKey(key);
        else {
          index.fill(0);
          Atomics.store(state, wasted, Atomics.load(state, tail));
        }
        Atomics.store(state, replaced, to.replaced);
        Atomics.store(state, arrived, to.arrived);
      });
    },
    close: () => closeSync(descriptor),
  };
}

function freeBytesBeside(file: string): () => number {
  let [free, lookedAtMs] = [0, -Infinity];
  return () => {
    if (performance.now() - lookedAtMs < lookEveryMs) return free;
    [free, lookedAtMs] = [bytesFreeIn(dirname(file)), performance.now()];
    return free;
  };
}

/** A disk that does not say is no reason to fail an answer either. */
function bytesFreeIn(folder: string): number {
  try {
    return freeBytesNow(folder);
  } catch {
    return Infinity;
  }
}

/** A disk that is full is no reason to fail an answer. */
function isWritten(descriptor: number, bytes: Uint8Array, place: number): boolean {
  try {
    return writeSync(descriptor, bytes, 0, bytes.length, place) === bytes.length;
  } catch {
    return false;
  }
}

type Missing = { readonly keys: number[]; readonly pieces: Uint8Array[]; bytes: number };

function missingOf(
  keys: readonly number[],
  written: Uint8Array,
  sizes: readonly number[],
  isLeftOut: (key: number) => boolean,
): Missing {
  const missing: Missing = { keys: [], pieces: [], bytes: 0 };
  let at = 0;
  for (const [i, key] of keys.entries()) {
    const end = at + sizes[i]!;
    if (!isLeftOut(key)) {
      missing.keys.push(key);
      missing.pieces.push(written.subarray(at, end));
      missing.bytes += end - at;
    }
    at = end;
  }
  return missing;
}
