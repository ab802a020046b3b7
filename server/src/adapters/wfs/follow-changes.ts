import { type Changes, readChanges, replacedSince, sharingIds } from '../sqlite/catalog/file/changes.ts';
import type { Prepare } from '../sqlite/catalog/file/statements.ts';
import type { Snapshot } from '../sqlite/catalog/known/snapshot.ts';
import type { Shelf } from './shelf.ts';

/** Arrivals that are looked at before features are taken: about ten milliseconds. */
const mostArrivals = 4_000;

/** As long as nobody writes. */
const known = new WeakMap<Snapshot, Changes>();

/**
 * Brings a shelf to the moment that is read: what was replaced is forgotten, and where ids that collections share are
 * written otherwise, what shares its id with an arrival. Null where the shelf is of no use at this moment.
 */
export function followChanges(shelf: Shelf, prepare: Prepare, snapshot: Snapshot, hasBareIds: boolean): Changes | null {
  const store = known.get(snapshot) ?? readChanges(prepare);
  known.set(snapshot, store);
  const now = hasBareIds ? { ...store, arrived: 0 } : store;
  const have = shelf.changes();
  if (have === null) {
    shelf.forget([], now);
    return now;
  }
  if (now.replaced < have.replaced || now.arrived < have.arrived) return null;
  if (now.replaced === have.replaced && now.arrived === have.arrived) return now;
  const arrived = Math.min(now.arrived, have.arrived + mostArrivals);
  const replaced = replacedSince(prepare, have.replaced);
  shelf.forget(replaced && [...replaced, ...sharingIds(prepare, have.arrived, arrived)], { ...now, arrived });
  return arrived === now.arrived ? now : null;
}
