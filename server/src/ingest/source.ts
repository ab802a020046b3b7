import type { JsonObject } from '../catalog/refuse.ts';

/** Where to go on in a source, as plain data: each source has a shape of its own. */
export type Cursor = JsonObject;

/** An item that was made from a file which lay elsewhere before. */
export type Move = { readonly from: string; readonly to: string };

/** One thing that a source holds; `problem` is one that could not be read. */
export type Content =
  | { readonly kind: 'text'; readonly bytes: Uint8Array }
  | { readonly kind: 'item'; readonly document: unknown; readonly moved?: Move }
  | { readonly kind: 'collection'; readonly document: unknown }
  /** Stored already, from a file that did not change. */
  | { readonly kind: 'known'; readonly id: string }
  /** Stored from a file that is not there any more. */
  | { readonly kind: 'missing'; readonly id: string }
  | { readonly kind: 'problem'; readonly id: string | null; readonly reason: string; readonly text: string | null };

export type Entry = {
  /** For people: `line 12`, an address, a path. */
  readonly position: string;
  readonly content: Content;
  /** Where to go on once this one is stored. */
  readonly next: Cursor;
  /** How far that is, in the source's unit. */
  readonly done: number;
};

export type Unit = 'bytes' | 'items' | 'files';

/** What items are taken from. */
export type Source = {
  /** The same for the same place, whatever it holds now. */
  readonly name: string;
  /** Another text where the place holds something else, so that no cursor of before is true. */
  readonly fingerprint: string;
  readonly unit: Unit;
  /** Null where it cannot be known beforehand. */
  total(): number | null;
  entries(from: Cursor | null): AsyncIterable<Entry>;
  /** The document of a collection that an item names, where the source has it. */
  findCollection(id: string, item: JsonObject): Promise<unknown>;
};
