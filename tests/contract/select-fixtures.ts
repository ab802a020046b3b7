import { packCells } from '../../server/src/select/pack-cells.ts';
import type { SelectionOutcome, Survey } from '../../server/src/select/ports.ts';
import type { SelectRequest, SelectSummary, SelectedCell, Selection } from '../../server/src/select/selection.ts';
import { day, now } from './fixtures.ts';

let made = 0;

/** 19 digits, the later the higher. */
const nextId = () => String(1_000_000_000_000_000_000n + BigInt(++made));

export const selectRequest = (change: Partial<SelectRequest> = {}): SelectRequest => ({
  aoi: {
    type: 'Polygon',
    coordinates: [
      [
        [9.7, 50.9],
        [9.8, 50.9],
        [9.8, 51],
        [9.7, 50.9],
      ],
    ],
  },
  ids: null,
  collections: null,
  datetime: { startMs: now - day, endMs: null },
  query: { 'eo:cloud_cover': { lt: 20 } },
  stackDepth: 5,
  ages: null,
  bestCover: null,
  name: null,
  metadata: null,
  asSent: { bbox: [9.7, 50.9, 9.8, 51], query: { 'eo:cloud_cover': { lt: 20 } } },
  unknownMembers: [],
  ...change,
});

export const selection = (accountId: string, change: Partial<Selection> = {}): Selection => ({
  id: nextId(),
  accountId,
  status: 'RUNNING',
  createdAtMs: now,
  expiresAtMs: now + 30 * day,
  grants: null,
  request: selectRequest(),
  summary: null,
  failure: null,
  ...change,
});

export const summary = (change: Partial<SelectSummary> = {}): SelectSummary => ({
  acquisitions: ['103001005D31F500', '10400100AA000000'],
  warnings: [],
  cells: 4,
  cellsWithTiles: 3,
  cellsFulfilled: 1,
  tiles: 7,
  candidateTiles: 12,
  aoiAreaSqkm: 78.9,
  areaSqkm: { fresh: 0, standard: 26, training: 25 },
  cover: null,
  ...change,
});

export const emptyCell = (index: number): SelectedCell => ({
  cell_id: `Z32-${String(index).padStart(12, '0')}`,
  available_tiles: 0,
  stack_depth_fulfilled: false,
  acquisition_datetime_min: null,
  acquisition_datetime_max: null,
  best_matches: [],
});

export const survey = (cells: readonly SelectedCell[] = [emptyCell(1), emptyCell(2)]): Survey => ({
  summary: summary(),
  packedCells: packCells(cells),
});

export const succeeded = (found: Survey = survey()): SelectionOutcome => ({ status: 'SUCCEEDED', survey: found });
export const failed: SelectionOutcome = { status: 'FAILED', failure: 'too many tiles: 200001' };
