import type { RollupKey, RollupKind } from './rolled-keys.ts';

type ByKey = Map<RollupKey, number>;
/** By the number of the collection, then by kind: how many items more. */
export type RollupCounts = Map<number, (ByKey | undefined)[]>;

export function addToRollup(
  counts: RollupCounts,
  collection: number,
  kind: RollupKind,
  key: RollupKey,
  by: number,
): ByKey {
  let kinds = counts.get(collection);
  if (kinds === undefined) counts.set(collection, (kinds = []));
  const keys = (kinds[kind] ??= new Map<RollupKey, number>());
  keys.set(key, (keys.get(key) ?? 0) + by);
  return keys;
}

/** Takes the counts over where there were none yet. */
export function mergeRollups(into: RollupCounts, more: RollupCounts): void {
  for (const [collection, kinds] of more) {
    if (!into.has(collection)) into.set(collection, kinds);
    else kinds.forEach((keys, kind) => keys?.forEach((by, key) => void addToRollup(into, collection, kind, key, by)));
  }
}

/** All changes of one kind of one collection. */
export const changesOf = (counts: RollupCounts, kind: RollupKind): readonly (readonly [number, ByKey])[] =>
  [...counts].flatMap(([collection, kinds]) => (kinds[kind] === undefined ? [] : [[collection, kinds[kind]] as const]));
