import type { Principal } from '../../accounts/principal.ts';
import type { Visibility } from '../../catalog/visibility.ts';
import { requireAllowedArea } from '../../select/running/allowed-area.ts';
import type { SelectRequest, SelectedTile } from '../../select/selection.ts';
import type { Service } from '../../service.ts';
import { PlatformError } from '../../shared/errors.ts';
import type { AskedAcquisition, OrderRequest } from '../request/order-request.ts';
import { acquisitionsOfItems } from './acquisitions-of-items.ts';
import { type AskedTiles, askedTiles, requireFewTiles } from './asked-tiles.ts';
import { unpackTiles } from './unpack-tiles.ts';

type Needs = Pick<Service, 'surveyor' | 'catalog' | 'clock' | 'config'>;
type Asked = Pick<OrderRequest, 'aoi'> & { readonly acquisitions: readonly AskedAcquisition[] };

/** What the acquisitions show of their cells, or of those that are named. */
export async function tilesOfAcquisitions(
  service: Needs,
  { account }: Pick<Principal, 'account'>,
  visibility: Visibility,
  { acquisitions, aoi }: Asked,
  signal?: AbortSignal,
): Promise<AskedTiles> {
  const nowMs = service.clock.nowMs();
  const request = everyTileOf(acquisitions, aoi);
  requireAllowedArea(service, request);
  const job = { request, visibility, nowMs, owner: account.id };
  const survey = await service.surveyor.survey(job, signal).catch(asRefusal);
  const wanted = new Map(acquisitions.map(({ id, cells }) => [id, cells && new Set(cells)]));
  const isWanted = ({ acquisition_id: id, cell_id: cell }: SelectedTile) => wanted.get(id)?.has(cell) ?? wanted.has(id);
  const records = (await unpackTiles(survey.packedCells)).filter(isWanted);
  const found = new Set(records.map(({ acquisition_id: id }) => id));
  const strangers = acquisitions.map(({ id }) => id).filter((id) => !found.has(id));
  const ofItems = await acquisitionsOfItems(service, visibility, strangers);
  const missing = missingOf(acquisitions, records, ofItems, aoi === null ? '' : ' within the area');
  if (records.length === 0) throw new PlatformError('order_refused', `acquisitions: ${missing.join('; ')}`);
  requireFewTiles(records.length, service.config.SWATH_ORDER_MOST_TILES);
  const asked = askedTiles(records, aoi, nowMs);
  return { ...asked, warnings: [...missing.map((text) => `acquisitions: ${text}`), ...asked.warnings] };
}

const everyTileOf = (acquisitions: Asked['acquisitions'], aoi: Asked['aoi']): SelectRequest => ({
  ids: acquisitions.map(({ id }) => id),
  aoi,
  collections: null,
  datetime: null,
  query: {},
  stackDepth: Number.MAX_SAFE_INTEGER,
  ages: null,
  bestCover: null,
  name: null,
  metadata: null,
  asSent: {},
  unknownMembers: [],
});

/** A survey speaks of a select, which nobody has made here. */
function asRefusal(error: unknown): never {
  if (!(error instanceof PlatformError) || error.kind !== 'invalid_parameters') throw error;
  throw new PlatformError('order_refused', 'acquisitions have too many tiles: order fewer, or give a smaller area');
}

/** More would not be read. */
const mostNamed = 20;

/** The acquisitions, and the cells of those that were found, of which there is nothing. */
function missingOf(
  acquisitions: readonly AskedAcquisition[],
  records: readonly SelectedTile[],
  ofItems: ReadonlyMap<string, string>,
  where: string,
): readonly string[] {
  const found = new Map<string, Set<string>>();
  for (const { acquisition_id: id, cell_id: cell } of records) found.set(id, (found.get(id) ?? new Set()).add(cell));
  const texts = acquisitions.flatMap(({ id, cells }) => {
    const has = found.get(id);
    const itemOf = ofItems.get(id) ?? id;
    if (has === undefined && itemOf !== id) return [`${id} is an item of acquisition ${itemOf}: order that`];
    if (has === undefined)
      return [`${id} has nothing${cells === null ? where : ` in the cells that are named${where}`}`];
    return (cells ?? []).filter((cell) => !has.has(cell)).map((cell) => `${id} has nothing in ${cell}${where}`);
  });
  const rest = texts.length - mostNamed;
  return rest > 0 ? [...texts.slice(0, mostNamed), `${rest} others have nothing`] : texts;
}
