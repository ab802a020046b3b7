import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { Changes } from '../sqlite/catalog/changes.ts';

/** What threads share of a shelf: where features lie in its file, by key, and how far all has come. */
export type ShelfPlace = {
  readonly file: string;
  /** Place and length for each key; a place of 0 is none. */
  readonly index: SharedArrayBuffer;
  readonly state: SharedArrayBuffer;
  readonly mostBytes: number;
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

/** `version` is odd while features are being forgotten; `tail` is how much of the file was given away. */
const [version, tail, replaced, arrived] = [0, 1, 2, 3];
const wordsOfKey = 2;

export const newShelf = (file: string, keys: number, mostBytes: number): ShelfPlace => ({
  file,
  // Zeros that nobody has written to take no memory.
  index: new SharedArrayBuffer(keys * wordsOfKey * Int32Array.BYTES_PER_ELEMENT),
  state: new SharedArrayBuffer(16),
  mostBytes,
});

/** Opens it for one thread. Whoever reads or writes looks again afterwards whether anything was forgotten meanwhile. */
export function openShelf({ file, index: indexed, state: shared, mostBytes }: ShelfPlace): Shelf {
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

  return {
    take(keys, at) {
      const before = versionAt(at);
      const found = before === null ? null : read(keys);
      return Atomics.load(state, version) === before ? found : null;
    },
    put(keys, at, written, sizes) {
      const before = versionAt(at);
      if (before === null) return;
      const missing = missingOf(keys, written, sizes, (key) => key < 0 || key >= mostKeys || placeOf(key) > 0);
      let place = missing.bytes === 0 ? 0 : room(missing.bytes);
      if (place === 0) return;
      if (!isWritten(descriptor, Buffer.concat(missing.pieces), place)) return;
      for (const [i, key] of missing.keys.entries()) {
        Atomics.store(index, wordsOfKey * key + 1, missing.pieces[i]!.length);
        Atomics.store(index, wordsOfKey * key, place);
        place += missing.pieces[i]!.length;
      }
      if (Atomics.load(state, version) !== before)
        for (const key of missing.keys) Atomics.store(index, wordsOfKey * key, 0);
    },
    changes: () =>
      Atomics.load(state, tail) === 0
        ? null
        : { replaced: Atomics.load(state, replaced), arrived: Atomics.load(state, arrived) },
    forget(keys, to) {
      const before = Atomics.load(state, version);
      // Another thread may be at it: then this one goes without.
      if (before % 2 === 1 || Atomics.compareExchange(state, version, before, before + 1) !== before) return;
      const isAhead = Atomics.load(state, replaced) <= to.replaced && Atomics.load(state, arrived) <= to.arrived;
      if (isAhead) {
        if (keys === null) index.fill(0);
        else for (const key of keys) if (key < mostKeys) Atomics.store(index, wordsOfKey * key, 0);
        Atomics.store(state, replaced, to.replaced);
        Atomics.store(state, arrived, to.arrived);
      }
      Atomics.store(state, version, before + 2);
    },
    close: () => closeSync(descriptor),
  };
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
