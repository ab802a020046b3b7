import type { Bucket } from '../../buckets/ports.ts';
import { dayMs } from '../../shared/clock.ts';
import { errorText } from '../../shared/error-text.ts';
import type { Log } from '../../shared/log.ts';
import type { Order } from '../order.ts';
import type { OrderTile } from '../tile.ts';

/** Far longer than the upload of a tile takes. */
const abandonedAfterMs = dayMs;

/** Rasters of tiles: nothing else is large enough to be uploaded in parts. */
const rasterKey = /(?:^|\/)\d{2}\/[0-3]{12}\/\d{4}-\d{2}-\d{2}\/[^/]+\.tif$/;

/** Removes what killed workers left below the order's prefix; where that is not possible, it does not matter to the order. */
export async function sweepUploads(
  bucket: Bucket,
  { id, output }: Order,
  tiles: AsyncIterable<OrderTile>,
  log: Log,
): Promise<void> {
  const prefix = output.prefix === '' ? '' : `${output.prefix}/`;
  try {
    const again = await deliveredAgain(tiles);
    const swept = await bucket.sweepAbandoned({
      prefix,
      olderThanMs: abandonedAfterMs,
      isOurs: (key) => rasterKey.test(key),
      isWritten: (key) => again.has(key),
    });
    if (swept > 0) log.info('abandoned uploads are removed', { orderId: id, swept });
  } catch (error) {
    log.info('abandoned uploads are not looked for', { orderId: id, error: errorText(error) });
  }
}

/** Keys of tiles that took more than one attempt: the customer pays for what the first one left, until it is removed. */
async function deliveredAgain(tiles: AsyncIterable<OrderTile>): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for await (const { state, attempts, files } of tiles)
    if (state === 'delivered' && attempts > 1) for (const { key } of files) keys.add(key);
  return keys;
}
