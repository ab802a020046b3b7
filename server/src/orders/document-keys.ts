import type { Service } from '../service.ts';
import { eachTile } from './delivery/each-tile.ts';
import { acquisitionCollectionKey, manifestKey, requestKey, rootCollectionKey } from './delivery/layout.ts';
import type { Order } from './order.ts';

/** Keys of what tells of the whole order; none until it is complete, nor after a retry that came to no such end. */
export async function documentKeys({ orders }: Pick<Service, 'orders'>, order: Order): Promise<readonly string[]> {
  if (!order.hasManifest || (order.state !== 'SUCCEEDED' && order.state !== 'PARTIAL')) return [];
  const { prefix } = order.output;
  const acquisitions = await deliveredAcquisitions(orders, order);
  return [
    ...acquisitions.map((id) => acquisitionCollectionKey(prefix, id)),
    rootCollectionKey(prefix, order.id),
    requestKey(prefix, order.id),
    manifestKey(prefix, order.id),
  ];
}

/** Those of which a tile has files. */
async function deliveredAcquisitions(orders: Service['orders'], { id }: Order): Promise<readonly string[]> {
  const delivered = new Set<string>();
  for await (const { acquisitionId, state, files } of eachTile(orders, id))
    if (state === 'delivered' && files.length > 0) delivered.add(acquisitionId);
  return [...delivered];
}
