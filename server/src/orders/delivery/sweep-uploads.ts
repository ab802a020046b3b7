import type { Bucket } from '../../buckets/ports.ts';
import { dayMs, secondMs } from '../../shared/clock.ts';
import { errorText } from '../../shared/error-text.ts';
import type { Log } from '../../shared/log.ts';
import type { Order } from '../order.ts';

/** Far longer than the upload of a tile takes. */
const abandonedAfterMs = dayMs;

/** A bucket that does not answer must not hold up a service that is told to stop. */
const sweepWithinMs = 20 * secondMs;

/** Rasters of tiles: nothing else is large enough to be uploaded in parts. */
const rasterKey = /(?:^|\/)\d{2}\/[0-3]{12}\/\d{4}-\d{2}-\d{2}\/[^/]+\.tif$/;

/** Removes what killed workers left below the order's prefix, of `over` at once; where that is not possible, it does not matter to the order. */
export async function sweepUploads(
  bucket: Bucket,
  { id, output }: Order,
  over: ReadonlySet<string>,
  log: Log,
): Promise<void> {
  const prefix = output.prefix === '' ? '' : `${output.prefix}/`;
  try {
    const swept = await bucket.sweepAbandoned({
      prefix,
      olderThanMs: abandonedAfterMs,
      isOurs: (key) => rasterKey.test(key),
      isOver: (key) => over.has(key),
      signal: AbortSignal.timeout(sweepWithinMs),
    });
    if (swept > 0) log.info('abandoned uploads are removed', { orderId: id, swept });
  } catch (error) {
    log.info('abandoned uploads are not looked for', { orderId: id, error: errorText(error) });
  }
}
