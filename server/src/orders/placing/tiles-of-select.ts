import type { Principal } from '../../accounts/principal.ts';
import { findSelect } from '../../select/running/find-select.ts';
import type { Selection } from '../../select/selection.ts';
import type { Service } from '../../service.ts';
import { PlatformError } from '../../shared/errors.ts';
import { type AskedTiles, askedTiles, requireFewTiles } from './asked-tiles.ts';
import { unpackTiles } from './unpack-tiles.ts';

type Needs = Pick<Service, 'selections' | 'clock' | 'config'>;

/** All tiles that a select has chosen. */
export async function tilesOfSelect(
  service: Needs,
  principal: Pick<Principal, 'account'>,
  id: string,
  { isClipped }: { readonly isClipped: boolean },
): Promise<AskedTiles> {
  const selection = await findSelect(service, principal, id).catch(asRefusal);
  const { tiles: count } = requireResults(selection);
  if (isClipped && selection.request.aoi === null)
    throw new PlatformError('order_refused', `settings.clip_to_aoi needs an area, and Select ID ${id} has none`);
  requireFewTiles(count, service.config.SWATH_ORDER_MOST_TILES);
  // It may expire in between.
  const records = await unpackTiles(service.selections.packedCells(id)).catch(asRefusal);
  return askedTiles(records, selection.request.aoi, selection.createdAtMs);
}

/** The contract answers it as an order that is refused. */
function asRefusal(error: unknown): never {
  const isUnknown = error instanceof PlatformError && error.kind === 'select_not_found';
  throw isUnknown ? new PlatformError('order_refused', `Select ID ${error.message} not found`) : error;
}

function requireResults({ id, status, failure, summary }: Selection) {
  const refuse = (why: string) => new PlatformError('order_refused', `Select ID ${id} ${why}`);
  if (status === 'RUNNING') throw refuse('is still running: order it when it has succeeded');
  if (status === 'FAILED' || summary === null) throw refuse(`has failed: ${failure}`);
  if (summary.tiles === 0) throw refuse('has 0 results');
  return summary;
}
