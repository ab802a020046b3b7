import type { Stream, StreamRange } from '../../../../catalog/plan/streams.ts';

/** A row of a cell; `order` is larger for what is later, to the second. */
export type CellRow = readonly [
  pk: number,
  collection: number,
  order: number,
  west: number,
  south: number,
  east: number,
  north: number,
];
export const numbersOfRow = 7;

/** The rows of cells, one after the other; null where some are not remembered. True while nobody writes. */
export type RememberedCells = (
  ranges: readonly StreamRange[],
  /** All rows, or one more than so many. */
  read: (range: StreamRange, most: number) => readonly CellRow[],
) => readonly Float64Array[] | null;

/** Of a cell; footprints that are larger than a cell lie around very many boxes. */
const mostRows = (range: StreamRange): number => (range.isHomeOnly ? 4_096 : 1_024);

/** Asked for in vain once there is no room: whoever looks around looks elsewhere by then. */
const mostInVain = 10_000;

/**
 * From the second time on that a cell is asked for: a store that is written to begins often. What finds no room is not
 * exchanged for what is there, until much was asked for in vain: then it begins anew.
 */
export function createRememberedCells(mostRowsOfAll: number): RememberedCells {
  // Null where a cell has too many rows; there are no more than 8,321 cells.
  const known = new Map<Stream, Float64Array | null>();
  const asked = new Set<Stream>();
  let [rowsOfAll, inVain] = [0, 0];

  function remember(range: StreamRange, rows: readonly CellRow[]): Float64Array | null {
    const numbers = rows.length > mostRows(range) ? null : Float64Array.from(rows.flat());
    known.set(range.first, numbers);
    if (numbers !== null) rowsOfAll += rows.length;
    return numbers;
  }

  function isRoom(): boolean {
    if (rowsOfAll < mostRowsOfAll) return true;
    if (++inVain < mostInVain) return false;
    known.clear();
    asked.clear();
    [rowsOfAll, inVain] = [0, 0];
    return false;
  }

  return (ranges, read) => {
    const unknown = ranges.filter(({ first }) => !known.has(first));
    if (unknown.length > 0 && !isRoom()) return null;
    const isNew = unknown.some(({ first }) => !asked.has(first));
    for (const { first } of unknown) asked.add(first);
    if (isNew || ranges.some(({ first }) => known.get(first) === null)) return null;
    const all: Float64Array[] = [];
    for (const range of ranges) {
      const numbers = known.get(range.first) ?? remember(range, read(range, mostRows(range)));
      if (numbers === null) return null;
      all.push(numbers);
    }
    return all;
  };
}
