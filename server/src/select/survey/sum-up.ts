import { compareCodePoints } from '../../catalog/evaluate/scalars.ts';
import type { TimeKey } from '../../catalog/time-key.ts';
import { ageClassifier } from '../age.ts';
import { packCells } from '../pack-cells.ts';
import type { SelectSummary, SelectedCell } from '../selection.ts';
import type { ChosenCell } from './choose-tiles.ts';

type Sums = Omit<SelectSummary, 'warnings' | 'aoiAreaSqkm' | 'cover'>;

/** Adds up chosen cells, one after the other. */
export function createSums(nowMs: number, stackDepth: number) {
  const ageOf = ageClassifier(nowMs);
  const newest = new Map<string, TimeKey>();
  const areaSqkm = { fresh: 0, standard: 0, training: 0 };
  let [cells, cellsWithTiles, cellsFulfilled, tiles, candidateTiles] = [0, 0, 0, 0, 0];
  return {
    add({ measured, best }: ChosenCell, isListed: boolean): void {
      if (isListed) cells++;
      candidateTiles += measured;
      tiles += best.length;
      if (best.length > 0) cellsWithTiles++;
      if (best.length >= stackDepth) cellsFulfilled++;
      for (const { acquisition, takenAt, top, values } of best) {
        const known = newest.get(acquisition);
        if (known === undefined || known < takenAt) newest.set(acquisition, takenAt);
        areaSqkm[ageOf(top.takenMs)] += values['aoi:data_area_sqkm'];
      }
    },
    result: (): Sums => ({
      acquisitions: byNewest(newest),
      cells,
      cellsWithTiles,
      cellsFulfilled,
      tiles,
      candidateTiles,
      areaSqkm,
    }),
  };
}

const byNewest = (newest: ReadonlyMap<string, TimeKey>): readonly string[] =>
  [...newest]
    .sort(([a, timeOfA], [b, timeOfB]) => compareCodePoints(timeOfB, timeOfA) || compareCodePoints(a, b))
    .map(([id]) => id);

/** Enough of them that packing pays, few enough to hold. */
const [tilesAtOnce, cellsAtOnce] = [500, 2_000];

/** Packs cells as they come. */
export function createPacking() {
  const pieces: string[] = [];
  let [waiting, tiles]: [SelectedCell[], number] = [[], 0];
  const flush = () => {
    for (const piece of packCells(waiting)) pieces.push(piece);
    [waiting, tiles] = [[], 0];
  };
  return {
    add(cell: SelectedCell): void {
      waiting.push(cell);
      tiles += cell.best_matches.length;
      if (tiles >= tilesAtOnce || waiting.length >= cellsAtOnce) flush();
    },
    finish(): readonly string[] {
      flush();
      return pieces;
    },
  };
}
