import { plainBoxes } from '../../geometry/box.ts';
import type { ItemKeys } from '../item.ts';
import { type Cell, type CellLevel, cellLevels, cellsOf, homeLevel } from './cells.ts';
import { type DurationClass, durationClass } from './duration-class.ts';

/** One list of items in the order of time: of the world, a collection or a cell, for one class of duration. */
export type Stream = number;

/** What an item's entries depend on; a store whose items have another number is indexed anew. */
export const indexVersion = 1;

const firstCollection = 2 ** 24;

const pack = (place: number, isHome: boolean, duration: DurationClass): Stream =>
  (place * 2 + Number(isHome)) * 8 + duration;

const worldStream = (duration: DurationClass): Stream => pack(0, false, duration);

/** `number` is the store's own for the collection: small and never used again. */
export const collectionStream = (number: number, duration: DurationClass): Stream =>
  pack(firstCollection + number, false, duration);

/** `isHome`: of the items for which no finer level was fine enough; a search at a finer level looks at these too. */
export const cellStream = ({ level, x, y }: Cell, isHome: boolean, duration: DurationClass): Stream =>
  pack(1 + (cellLevels.indexOf(level) * 512 + y) * 1_024 + x, isHome, duration);

/** Streams between two numbers, both among them; `isHomeOnly` leaves out what has its home at a finer level. */
export type StreamRange = { readonly first: Stream; readonly last: Stream; readonly isHomeOnly: boolean };

/** All streams of the cells from one column to another of a row: they stand side by side. */
export function rowOfCells(level: CellLevel, y: number, x0: number, x1: number, isHomeOnly: boolean): StreamRange {
  return {
    first: cellStream({ level, x: x0, y }, false, 0),
    last: cellStream({ level, x: x1, y }, true, 7),
    isHomeOnly,
  };
}

export const rangeOfCollection = (number: number): StreamRange => ({
  first: collectionStream(number, 0),
  last: collectionStream(number, 7),
  isHomeOnly: false,
});

export const rangeOfWorld: StreamRange = { first: 0, last: 7, isHomeOnly: false };

export const isHomeStream = (stream: Stream): boolean => stream % 16 >= 8;

const firstOfSmallestCells = cellStream({ level: 10, x: 0, y: 0 }, false, 0);

export const isOfSmallestCells = (stream: Stream): boolean =>
  stream >= firstOfSmallestCells && stream < collectionStream(0, 0);

export const durationOf = (stream: Stream): DurationClass => (stream % 8) as DurationClass;

/** Every stream that an item stands in. */
export function streamsOf(keys: ItemKeys, collectionNumber: number): readonly Stream[] {
  const duration = durationClass(keys);
  const streams = [worldStream(duration), collectionStream(collectionNumber, duration)];
  if (keys.bbox === null) return streams;
  const boxes = plainBoxes(keys.bbox);
  const home = homeLevel(boxes);
  for (const level of cellLevels)
    if (level === home || (level > 0 && level < home))
      for (const cell of cellsOf(boxes, level)) streams.push(cellStream(cell, level === home, duration));
  return streams;
}
