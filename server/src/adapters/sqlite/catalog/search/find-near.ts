import { nearStreams } from '../../../../catalog/plan/near-streams.ts';
import { type PackedTime, packedSecond } from '../../../../catalog/plan/packed-time.ts';
import type { StreamRange } from '../../../../catalog/plan/streams.ts';
import type { PreparedSearch } from '../../../sql/search/prepared-search.ts';
import { orderBy, orderKeys } from '../../../sql/search/sort-order.ts';
import { keepInside } from './keep-inside.ts';
import type { Reading } from '../reading/reading.ts';
import { type CellRow, numbersOfRow } from '../known/remembered-cells.ts';
import { isSideInside, touchesBox } from './row-boxes.ts';
import { type Way, isNewestFirst } from '../walks/walk-in-order.ts';
import type { Candidate } from '../walks/walk-time.ts';

/** What lies in a small area, newest first, out of cells whose rows are remembered; null where that does not tell. */
export function findNear(reading: Reading, way: Way): readonly number[] | null {
  const { search, snapshot, effort, tuning } = reading;
  if (tuning.cellRows === 0 || !search.isOfPlaceAlone || !isNewestFirst(search.sort, way)) return null;
  const ranges = search.boxes && nearStreams(search.boxes);
  const cells = ranges && snapshot.cells(ranges, (range, most) => readCell(reading, range, most));
  if (cells === null) return null;
  effort.check();
  const numberOf = (id: string) => snapshot.collections.get(id)?.number;
  const collections = search.collections && new Set(search.collections.map(numberOf));
  const orders = new Map<number, number>();
  const candidates = cells.flatMap((numbers) => touching(search, numbers, collections, orders));
  return inOrder(reading, keepInside(reading, candidates), orders).slice(0, way.want);
}

type Row = readonly [number, string, PackedTime, number, number, number, number];

function readCell({ prepare, snapshot }: Reading, { first, last }: StreamRange, most: number): readonly CellRow[] {
  const rows = prepare('SELECT pk, collection, dt, w, s, e, n FROM entries WHERE stream BETWEEN ? AND ? LIMIT ?').all(
    first,
    last,
    most + 1,
  ) as unknown as readonly Row[];
  return rows.map(([pk, collection, dt, ...box]) => [
    pk,
    snapshot.collections.get(collection)!.number,
    packedSecond(dt),
    ...box,
  ]);
}

/** Each item once, with the order of each. */
function touching(
  { boxes, area }: PreparedSearch,
  numbers: Float64Array,
  collections: ReadonlySet<number | undefined> | null,
  orders: Map<number, number>,
): readonly Candidate[] {
  const found: Candidate[] = [];
  for (let at = 0; at < numbers.length; at += numbersOfRow) {
    const [west, south, east, north] = [numbers[at + 3]!, numbers[at + 4]!, numbers[at + 5]!, numbers[at + 6]!];
    if (!boxes!.some((box) => touchesBox(west, south, east, north, box))) continue;
    const pk = numbers[at]!;
    if (orders.has(pk) || collections?.has(numbers[at + 1]) === false) continue;
    orders.set(pk, numbers[at + 2]!);
    const isInside = area!.isBox && boxes!.some((box) => isSideInside(west, south, east, north, box));
    found.push([pk, Number(isInside), west, south, east, north]);
  }
  return found;
}

/** The store tells apart what is of one second. */
function inOrder(
  { search, prepare }: Reading,
  pks: readonly number[],
  orders: ReadonlyMap<number, number>,
): readonly number[] {
  const sorted = pks.toSorted((a, b) => orders.get(b)! - orders.get(a)!);
  if (sorted.every((pk, i) => i === 0 || orders.get(pk) !== orders.get(sorted[i - 1]!))) return sorted;
  const order = orderBy(orderKeys(search.sort, false), 'r.');
  const rows = prepare(
    `SELECT r.pk FROM json_each(?) AS p CROSS JOIN items AS r ON r.pk = p.value ORDER BY ${order}`,
  ).all(JSON.stringify(pks)) as unknown as readonly (readonly [number])[];
  return rows.map(([pk]) => pk);
}
