import type { Bbox } from '../../../../catalog/bbox.ts';
import { type PackedTime, unpackTime } from '../../../../catalog/plan/packed-time.ts';
import type { Desk } from '../write/desk.ts';
import { showCollection } from '../collections/show-collection.ts';
import { readState, writeState } from '../file/state.ts';
import { growExtent } from '../write/tally.ts';

const itemsAtOnce = 2_000;
const collectionsAtOnce = 100;

/** One chunk of what collections do not show yet of their items; false when there is nothing left. */
export function tendFacts(desk: Desk): boolean {
  const lastItem = readState(desk.prepare, 'survey');
  if (lastItem !== null) {
    surveySome(desk, Number(lastItem));
    return true;
  }
  const lastCollection = readState(desk.prepare, 'showing');
  if (lastCollection !== null) showSome(desk, Number(lastCollection));
  return lastCollection !== null;
}

type ItemPlace = readonly [
  pk: number,
  collection: string,
  dt: PackedTime,
  start: PackedTime | null,
  finish: PackedTime | null,
  ...bbox: readonly (number | null)[],
];

/** Items of an earlier release, which kept no extents. */
function surveySome({ prepare, tally }: Desk, after: number): void {
  const rows = prepare(
    'SELECT pk, collection, dt, start, finish, w, s, e, n FROM items WHERE pk > ? ORDER BY pk LIMIT ?',
  ).all(after, itemsAtOnce) as unknown as ItemPlace[];
  for (const [, collection, dt, start, finish, ...box] of rows) {
    const bbox = box[0] === null ? null : (box as unknown as Bbox);
    const timeOf = (own: PackedTime | null) => unpackTime(own ?? dt) || null;
    growExtent(tally, { collection, bbox, start: timeOf(start), end: timeOf(finish) });
  }
  writeState(prepare, 'survey', rows.length === 0 ? null : String(rows.at(-1)![0]));
  tally.hasChanged = rows.length > 0;
}

/** After another choice of properties to summarise. */
function showSome({ prepare, memory, tally }: Desk, after: number): void {
  const rows = prepare('SELECT number, id FROM collections WHERE number > ? ORDER BY number LIMIT ?').all(
    after,
    collectionsAtOnce,
  ) as [number, string][];
  for (const [, id] of rows) showCollection(prepare, id, memory.facts.of(id));
  writeState(prepare, 'showing', rows.length === 0 ? null : String(rows.at(-1)![0]));
  tally.hasChanged = rows.length > 0;
}
