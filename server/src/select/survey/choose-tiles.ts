import { type Cell, formatCell } from '../../grid/cell.ts';
import type { Ground } from '../../tiles/ground.ts';
import type { Layer } from '../../tiles/layer.ts';
import type { CompiledQuery } from '../query/compile-query.ts';
import { ranked } from '../rank.ts';
import type { SelectedCell } from '../selection.ts';
import type { Candidate } from './candidate.ts';
import { microsecondsOf } from './item-facts.ts';
import { type MeasuredTile, measuredTile } from './measured-tile.ts';
import { type Tally, holdAll } from './tally.ts';
import { tileRecord } from './tile-record.ts';

/** A cell with the tiles that match, the best first. */
export type ChosenCell = {
  readonly cell: Cell;
  /** Of the area of interest; null where the cell counts whole. */
  readonly aoi: Layer | null;
  readonly measured: number;
  readonly matching: readonly MeasuredTile[];
  readonly best: readonly MeasuredTile[];
};

export function chooseTiles(
  cell: Cell,
  candidates: Iterable<Candidate>,
  aoi: Ground | null,
  { conditions, criteria }: CompiledQuery,
  stackDepth: number,
  tally: Tally,
): ChosenCell {
  const within = aoi && aoi.within(cell);
  const ofTiles = conditions.filter(({ isOfTile }) => isOfTile);
  const tiles = [...candidates].map((each) => measuredTile(each, within)).filter((tile) => tile !== null);
  const matching = ranked(
    tiles.filter(({ valueOf }) => holdAll(ofTiles, tally, valueOf)),
    criteria,
  );
  return { cell, aoi: within, measured: tiles.length, matching, best: matching.slice(0, stackDepth) };
}

export function selectedCell({ cell, matching, best }: ChosenCell, stackDepth: number): SelectedCell {
  const times = matching.map(({ takenAt }) => takenAt).sort();
  const [first, last] = [times[0], times.at(-1)];
  return {
    cell_id: formatCell(cell),
    available_tiles: matching.length,
    stack_depth_fulfilled: best.length >= stackDepth,
    acquisition_datetime_min: first === undefined ? null : microsecondsOf(first),
    acquisition_datetime_max: last === undefined ? null : microsecondsOf(last),
    best_matches: best.map(tileRecord),
  };
}
