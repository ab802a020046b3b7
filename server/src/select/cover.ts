import { gapGeometry } from '../tiles/cover-shares.ts';
import { coverProblem, layersOf } from './cover/cover-problem.ts';
import { fewest } from './cover/fewest.ts';
import type { Cover } from './selection.ts';
import type { ChosenCell } from './survey/choose-tiles.ts';

/** The fewest acquisitions whose matching tiles show so many percent of the area of interest, and what they leave out. */
export async function coverOf(
  cells: readonly ChosenCell[],
  percent: number,
  pause: () => Promise<void>,
): Promise<Cover> {
  const problem = await coverProblem(cells, pause);
  const { picked, coveredM2, isFewest } = fewest(problem, (problem.totalM2 * percent) / 100);
  const acquisitions = picked.map((place) => problem.acquisitions[place]!);
  const chosen = new Set(acquisitions);
  await pause();
  const gaps = gapGeometry(
    cells.map(({ cell, aoi, matching }) => ({
      cell,
      aoi: aoi!,
      layers: matching.filter(({ acquisition }) => chosen.has(acquisition)).flatMap(layersOf),
    })),
  );
  return { percent: reached(coveredM2, problem.totalM2), acquisitions, is_fewest: isFewest, gaps };
}

/** Two decimals, rounded down: 100 means whole. */
function reached(coveredM2: number, totalM2: number): number {
  if (totalM2 === 0) return 0;
  const percent = (100 * coveredM2) / totalM2;
  return percent > 100 - 1e-6 ? 100 : Math.floor(percent * 100 + 1e-6) / 100;
}
