import type { Principal } from '../../accounts/principal.ts';
import { type JsonObject, refuse } from '../../catalog/refuse.ts';
import type { Cell } from '../../grid/cell.ts';
import type { Service } from '../../service.ts';
import { PlatformError } from '../../shared/errors.ts';
import { unpackCells } from '../pack-cells.ts';
import { mostStackDepth, readSelectRequest } from '../read-select.ts';
import type { SelectRequest, SelectedTile } from '../selection.ts';
import { membersWithinCell } from './members-within-cell.ts';
import { requireAllowedArea } from './allowed-area.ts';
import { jobOf, newSelection } from './new-selection.ts';

/** More are a select's business, whose files are sent as they are made. */
const mostTiles = 10_000;

type Needs = Pick<Service, 'clock' | 'config' | 'surveyor'>;

/** Tiles that match what a select would be asked for, the newest of each cell first; nothing is kept. */
export async function findTilesOf(
  service: Needs,
  principal: Pick<Principal, 'account' | 'collections'>,
  members: JsonObject,
  signal: AbortSignal,
  only: { readonly id: string; readonly cell: Cell } | null = null,
): Promise<readonly SelectedTile[]> {
  const request = only === null ? readSelectRequest(members) : requestWithin(members, only.cell);
  if (request === null) return [];
  requireAllowedArea(service, request);
  const isLimited = (members['stack_depth'] ?? null) !== null;
  // Selects choose the best: all are looked at, so that the newest can be told.
  const asked = { ...request, stackDepth: mostStackDepth };
  const survey = await service.surveyor.survey(jobOf(newSelection(service, principal, asked)), signal);
  if (survey.summary.tiles > mostTiles)
    refuse('intersects', `has ${survey.summary.tiles} tiles, at most ${mostTiles} are told at once: make a select`);
  return survey.packedCells
    .flatMap(unpackCells)
    .filter(({ cell_id }) => only === null || cell_id === only.id)
    .flatMap(({ best_matches: tiles }) =>
      tiles.toSorted(newestFirst).slice(0, isLimited ? request.stackDepth : mostStackDepth),
    )
    .sort(newestFirst);
}

/** What is wrong with the members themselves, whatever cell they are asked of. */
export const requireReadable = (members: JsonObject): void =>
  void readSelectRequest({ ...members, ids: members['ids'] ?? ['any'] });

const newestFirst = (a: SelectedTile, b: SelectedTile): number =>
  a.datetime === b.datetime ? (a.id < b.id ? -1 : 1) : a.datetime < b.datetime ? 1 : -1;

/** Null where the area that was asked for and the cell only touch. */
function requestWithin(members: JsonObject, cell: Cell): SelectRequest | null {
  const within = membersWithinCell(members, cell);
  const hasArea = [members['intersects'], members['bbox']].some((given) => (given ?? null) !== null);
  // What is wrong with it is told as it was sent.
  if (hasArea) readSelectRequest(members);
  try {
    return readSelectRequest(within);
  } catch (error) {
    if (hasArea && error instanceof PlatformError && error.kind === 'geometry_unusable') return null;
    throw error;
  }
}
