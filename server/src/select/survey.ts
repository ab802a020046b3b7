import { type Cell, formatCell } from '../grid/cell.ts';
import { refuse } from '../catalog/refuse.ts';
import { groundOf } from '../tiles/ground.ts';
import { coverOf } from './cover.ts';
import type { Survey, SurveyJob } from './ports.ts';
import { compileQuery } from './query/compile-query.ts';
import { type AoiFrame, aoiFrame, searchArea } from './survey/aoi-frame.ts';
import { type ChosenCell, chooseTiles, selectedCell } from './survey/choose-tiles.ts';
import { type Candidates, type Gathered, type Gathering, gatherCandidates } from './survey/gather-candidates.ts';
import { type SurveyBounds, type SurveyNeeds, usualBounds } from './survey/ports.ts';
import { createPacking, createSums } from './survey/sum-up.ts';
import { newTally } from './survey/tally.ts';
import { warningsOf } from './survey/warnings.ts';

export type { SurveyBounds, SurveyNeeds } from './survey/ports.ts';

/** Tiles that are measured without a pause: some milliseconds. */
const tilesBetweenPauses = 200;

/** Looks through the archive for the best tiles of each cell. */
export async function surveyTiles(
  needs: SurveyNeeds,
  job: SurveyJob,
  bounds: SurveyBounds = usualBounds,
): Promise<Survey> {
  const { request } = job;
  const query = compileQuery(request.query);
  const aoi = request.aoi && groundOf(request.aoi);
  const frame = request.aoi && aoiFrame(request.aoi, aoi!, bounds.mostCells);
  if (request.bestCover !== null && frame?.cells === null)
    refuse('best_cover', `needs an area of at most ${bounds.mostCells} cells`);
  const { area, reach } = request.aoi === null ? nowhere : searchArea(request.aoi, frame!);
  const asked = { ...request, area };
  const gathering: Gathering = { needs, job, bounds, query, aoi, asked, reach, tally: newTally(query.conditions) };
  const gathered = query.isHopeless ? nothing : await gatherCandidates(gathering);
  const { sums, packedCells, kept } = await chooseAll(gathering, gathered.candidates, frame);
  const totals = sums.result();
  return {
    summary: {
      ...totals,
      warnings: await warningsOf(gathering, frame, totals),
      aoiAreaSqkm: frame && frame.areaSqkm,
      cover: request.bestCover === null ? null : await coverOf(kept, request.bestCover, needs.pause),
    },
    packedCells,
  };
}

const nowhere = { area: null, reach: null };
const nothing: Gathered = { candidates: new Map() };

/** A cell after the other, so that what was gathered for it can go. */
async function chooseAll({ needs, job, query, aoi, tally }: Gathering, candidates: Candidates, frame: AoiFrame | null) {
  const { stackDepth, bestCover } = job.request;
  const [sums, packing] = [createSums(job.nowMs, stackDepth), createPacking()];
  const kept: ChosenCell[] = [];
  let sincePause = 0;
  for (const [id, cell] of cellsInOrder(candidates, frame)) {
    const tiles = candidates.get(id)?.tiles;
    const chosen = chooseTiles(cell, tiles?.values() ?? [], aoi, query, stackDepth, tally);
    candidates.delete(id);
    // Where not all cells are listed, those with tiles are.
    const isListed = chosen.best.length > 0 || (frame !== null && frame.cells !== null);
    if (isListed) packing.add(selectedCell(chosen, stackDepth));
    sums.add(chosen, isListed);
    if (bestCover !== null) kept.push(chosen);
    if ((sincePause += 1 + chosen.measured) < tilesBetweenPauses) continue;
    sincePause = 0;
    await needs.pause();
  }
  return { sums, packedCells: packing.finish(), kept };
}

/** By zone and quadkey. */
function cellsInOrder(candidates: Candidates, frame: AoiFrame | null): readonly (readonly [id: string, cell: Cell])[] {
  const cells = new Map<string, Cell>([...candidates].map(([id, { cell }]) => [id, cell]));
  for (const cell of frame?.cells ?? []) cells.set(formatCell(cell), cell);
  return [...cells].sort(([a], [b]) => (a < b ? -1 : 1));
}
