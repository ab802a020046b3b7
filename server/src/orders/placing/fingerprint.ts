import type { Geometry } from '../../geometry/geojson.ts';
import type { Service } from '../../service.ts';
import { canonicalJson } from '../../shared/canonical-json.ts';
import type { JsonObject } from '../../catalog/refuse.ts';
import type { OrderSettings } from '../order.ts';
import type { TileSpec } from '../tile.ts';

type Needs = Pick<Service, 'vault'>;

// Keyed: a body may hold credentials, and a digest that anyone can compute is as good as a guess confirmed.
const digest = ({ vault }: Needs, use: string, value: unknown): string =>
  vault.digest('order', `${use} ${canonicalJson(value)}`).toString('hex');

/** Tells another body from the same. */
export const bodyHashOf = (needs: Needs, body: JsonObject): string => digest(needs, 'body', body);

/** Equal for orders whose files have the same content where they have the same tiles. */
export const contentKeyOf = (needs: Needs, settings: OrderSettings, aoi: Geometry | null): string =>
  digest(needs, 'content', [settings, settings.isClipped ? aoi : null]);

export type Fingerprinted = {
  readonly identity: string;
  /** The prefix within it, as the customer gave it. */
  readonly place: string;
  readonly contentKey: string;
  readonly tiles: readonly Pick<TileSpec, 'collection' | 'acquisitionId' | 'cellId'>[];
};

/** Equal for orders that deliver the same to the same place. */
export function fingerprintOf(needs: Needs, { identity, place, contentKey, tiles }: Fingerprinted): string {
  const ids = tiles.map(({ collection, acquisitionId, cellId }) => JSON.stringify([collection, acquisitionId, cellId]));
  return digest(needs, 'fingerprint', [identity, place, contentKey, ids.sort().join()]);
}
