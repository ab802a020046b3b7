import { type ItemsExtent, joinExtents } from '../../../../catalog/collections/items-extent.ts';
import type { Item } from '../../../../catalog/item.ts';
import { type RollupCounts, mergeRollups } from '../rollups/rollup-counts.ts';
import type { Stream } from '../../../../catalog/plan/streams.ts';

type StreamChange = { items: number; oldest: string; newest: string };
/** `fresh`: values that may teach something; those that are known already are counted alone. */
export type PropertyChange = { count: number; readonly fresh: Set<unknown> };

/** What verbs leave to be written once, at the end of their transaction. */
export type Tally = {
  readonly streams: Map<Stream, StreamChange>;
  /** By collection: how many items more. */
  readonly items: Map<string, number>;
  /** By collection, then by name. */
  readonly properties: Map<string, Map<string, PropertyChange>>;
  /** By collection: around the items that came. */
  readonly extents: Map<string, ItemsExtent>;
  /** Collections that went, before all else that the tally says of them. */
  readonly dropped: Set<string>;
  /** By word: how many more of the items that are counted. */
  readonly words: Map<string, number>;
  readonly rollups: RollupCounts;
  hasChanged: boolean;
};

export const emptyTally = (): Tally => ({
  streams: new Map(),
  items: new Map(),
  properties: new Map(),
  extents: new Map(),
  dropped: new Set(),
  words: new Map(),
  rollups: new Map(),
  hasChanged: false,
});

/** `dt` is '' where the item has no time; then it says nothing of oldest and newest. */
export function countStreams({ streams: changes }: Tally, streams: readonly Stream[], dt: string, by: 1 | -1): void {
  for (const stream of streams) {
    const change = changes.get(stream);
    if (change === undefined) changes.set(stream, { items: by, oldest: by > 0 ? dt : '', newest: by > 0 ? dt : '' });
    else {
      change.items += by;
      if (by > 0) widen(change, dt, dt);
    }
  }
}

function widen(change: StreamChange, oldest: string, newest: string): void {
  if (oldest !== '' && (change.oldest === '' || oldest < change.oldest)) change.oldest = oldest;
  if (newest > change.newest) change.newest = newest;
}

export const countItem = ({ items }: Tally, collection: string, by: 1 | -1): void =>
  void items.set(collection, (items.get(collection) ?? 0) + by);

export function growExtent({ extents }: Tally, { collection, bbox, start, end }: Placed): void {
  const known = extents.get(collection);
  const grown = known === undefined ? { bbox, start, end } : joinExtents(known, { bbox, start, end });
  if (grown !== known) extents.set(collection, grown);
}

type Placed = Pick<Item, 'collection' | keyof ItemsExtent>;

/** Adds what a verb did to what the verbs before it did; properties are remembered elsewhere. */
export function mergeTally(into: Tally, tally: Tally): void {
  for (const collection of tally.dropped) into.items.delete(collection);
  for (const [collection, more] of tally.items) into.items.set(collection, (into.items.get(collection) ?? 0) + more);
  for (const [stream, { items, oldest, newest }] of tally.streams) {
    const change = into.streams.get(stream);
    if (change === undefined) into.streams.set(stream, { items, oldest, newest });
    else {
      change.items += items;
      widen(change, oldest, newest);
    }
  }
  for (const [word, more] of tally.words) into.words.set(word, (into.words.get(word) ?? 0) + more);
  mergeRollups(into.rollups, tally.rollups);
  into.hasChanged ||= tally.hasChanged;
}
