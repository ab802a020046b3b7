import type { OrderStore } from '../ports.ts';
import type { OrderTile } from '../tile.ts';

/** Few enough that requests do not wait for them. */
const chunkLength = 200;

/** All tiles of an order, a chunk at a time; between two of them others have their turn. */
export async function* tileChunks(
  orders: Pick<OrderStore, 'tiles'>,
  orderId: string,
): AsyncIterable<readonly OrderTile[]> {
  for (let from = 0; ;) {
    const tiles = await orders.tiles(orderId, { from, limit: chunkLength });
    if (tiles.length > 0) yield tiles;
    if (tiles.length < chunkLength) return;
    from = tiles.at(-1)!.number + 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The same, one by one. */
export async function* eachTile(orders: Pick<OrderStore, 'tiles'>, orderId: string): AsyncIterable<OrderTile> {
  for await (const tiles of tileChunks(orders, orderId)) yield* tiles;
}
