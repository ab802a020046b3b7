import { compareCodePoints } from '../../catalog/evaluate/scalars.ts';
import type { TimeKey } from '../../catalog/time-key.ts';
import { sharesOf } from '../../tiles/cover-shares.ts';
import type { Layer } from '../../tiles/layer.ts';
import { areaOf } from '../../tiles/overlay/layer-area.ts';
import { byAge } from '../rank.ts';
import type { ChosenCell } from '../survey/choose-tiles.ts';
import type { MeasuredTile } from '../survey/measured-tile.ts';
import { undominated } from './undominated.ts';

/** Which acquisitions show which parts of the area of interest. */
export type CoverProblem = {
  /** Newest first, without those that others make needless. */
  readonly acquisitions: readonly string[];
  /** Parts that the same acquisitions show are one. */
  readonly partAreasM2: Float64Array;
  /** The parts that each acquisition shows. */
  readonly partsOf: readonly Int32Array[];
  readonly totalM2: number;
};

/** Tiles of a cell that show only some of it: beyond these, the best by area, the fewest are not found among more. */
const mostPartial = 64;

export async function coverProblem(cells: readonly ChosenCell[], pause: () => Promise<void>): Promise<CoverProblem> {
  const acquisitions = undominated(newestFirst(cells), cells);
  const places = new Map(acquisitions.map((id, place) => [id, place]));
  const areas = new Map<string, number>();
  let totalM2 = 0;
  for (const [i, cell] of cells.entries()) {
    if (i % 64 === 63) await pause();
    totalM2 += areaOf(cell.aoi!);
    for (const { areaM2, shownBy } of partsIn(cell, places)) {
      const key = shownBy.join();
      if (key !== '') areas.set(key, (areas.get(key) ?? 0) + areaM2);
    }
  }
  return { acquisitions, ...transposed(areas, acquisitions.length), totalM2 };
}

function newestFirst(cells: readonly ChosenCell[]): readonly string[] {
  const newest = new Map<string, TimeKey>();
  for (const { matching } of cells)
    for (const { acquisition, takenAt } of matching)
      if ((newest.get(acquisition) ?? '') < takenAt) newest.set(acquisition, takenAt);
  return [...newest.keys()].sort(
    (a, b) => compareCodePoints(newest.get(b)!, newest.get(a)!) || compareCodePoints(a, b),
  );
}

type Part = { readonly areaM2: number; readonly shownBy: readonly number[] };

function partsIn({ aoi, matching }: ChosenCell, places: ReadonlyMap<string, number>): readonly Part[] {
  const tiles = matching.filter(({ acquisition }) => places.has(acquisition));
  const whole = new Set(tiles.filter(({ isWhole }) => isWhole).map(({ acquisition }) => places.get(acquisition)!));
  const partial = tiles
    .filter(({ acquisition }) => !whole.has(places.get(acquisition)!))
    .toSorted((a, b) => b.aoiDataAreaM2 - a.aoiDataAreaM2 || byAge(a, b))
    .slice(0, mostPartial);
  if (partial.length === 0) return [{ areaM2: areaOf(aoi!), shownBy: inOrder(whole) }];
  const layers = partial.flatMap((tile) =>
    layersOf(tile).map((layer) => ({ layer, place: places.get(tile.acquisition)! })),
  );
  return sharesOf(
    aoi!,
    layers.map(({ layer }) => layer),
  ).map(({ areaM2, shownBy }) => ({
    areaM2,
    shownBy: inOrder([...whole, ...shownBy.map((index) => layers[index]!.place)]),
  }));
}

export const layersOf = ({ sources }: MeasuredTile): readonly Layer[] => sources.map(({ data }) => data);

const inOrder = (places: Iterable<number>): readonly number[] => [...new Set(places)].sort((a, b) => a - b);

function transposed(areas: ReadonlyMap<string, number>, count: number): Pick<CoverProblem, 'partAreasM2' | 'partsOf'> {
  const partsOf: number[][] = Array.from({ length: count }, () => []);
  // By name, so that sums do not depend on the order of cells.
  const parts = [...areas].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [part, [key]] of parts.entries()) for (const place of key.split(',')) partsOf[Number(place)]!.push(part);
  return {
    partAreasM2: Float64Array.from(parts, ([, areaM2]) => areaM2),
    partsOf: partsOf.map((list) => Int32Array.from(list)),
  };
}
