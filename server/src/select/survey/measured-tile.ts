import type { TimeKey } from '../../catalog/time-key.ts';
import type { Cell } from '../../grid/cell.ts';
import type { Layer } from '../../tiles/layer.ts';
import { measureTile } from '../../tiles/measure-tile.ts';
import type { Contestant } from '../rank.ts';
import { type Candidate, type CandidateSource, inOrder } from './candidate.ts';
import type { ItemFacts } from './item-facts.ts';
import { type TileValues, tileValue, tileValues } from './tile-values.ts';

/** A tile with all that queries, ranking and records ask of it. */
export type MeasuredTile = Contestant & {
  readonly cell: Cell;
  readonly top: ItemFacts;
  readonly takenAt: TimeKey;
  readonly sources: readonly CandidateSource[];
  readonly values: TileValues;
  /** It shows all of the area of interest that lies within its cell. */
  readonly isWhole: boolean;
  readonly aoiDataAreaM2: number;
};

/** In square metres; less is the rounding of borders that only touch. */
const leastArea = 1;
/** Of the area of interest within a cell, which may be as small as the least area. */
const wholeShare = 1 - 1e-8;

/** Null where it shows nothing of the area of interest. */
export function measuredTile(candidate: Candidate, aoi: Layer | null): MeasuredTile | null {
  const { cell, acquisition, collection } = candidate;
  const sources = inOrder(candidate.sources);
  const top = sources[0]!.facts;
  const measures = measureTile(sources, aoi);
  const { aoiAreaM2, aoiDataAreaM2 } = measures;
  if (aoiDataAreaM2 < leastArea) return null;
  const values = tileValues(measures, top);
  return {
    cell,
    acquisition,
    collection,
    top,
    takenAt: top.takenAt,
    sources,
    values,
    isWhole: aoiDataAreaM2 >= aoiAreaM2 * wholeShare,
    aoiDataAreaM2,
    valueOf: (field) => tileValue(cell, acquisition, values, top, field),
  };
}
