import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readConfig } from '../../../server/src/config.ts';
import type { Buckets } from '../../../server/src/buckets/ports.ts';
import { type FinishNeeds, finishOrder } from '../../../server/src/orders/delivery/finish-order.ts';
import type { ClaimedOrder } from '../../../server/src/orders/ports.ts';
import type { OrderTile, TileSpec } from '../../../server/src/orders/tile.ts';
import { bucketsIn } from '../../buckets/support/open-places.ts';
import { capturedLog } from '../../support/captured-log.ts';
import { movableClock } from '../../support/movable-clock.ts';
import { objectsOf, order, orderedAtMs } from './support-orders.ts';

/** A bucket that is a directory. */
export function createPlace() {
  const data = mkdtempSync(join(tmpdir(), 'swath-documents-'));
  const root = join(data, 'buckets', 'demo');
  mkdirSync(root, { recursive: true });
  const read = (key: string) => readFileSync(join(root, key));
  const write = (key: string, bytes: Uint8Array | string) => {
    mkdirSync(dirname(join(root, key)), { recursive: true });
    writeFileSync(join(root, key), bytes);
  };
  return {
    root,
    buckets: bucketsIn(data),
    read,
    write,
    has: (key: string) => existsSync(join(root, key)),
    json: (key: string) => JSON.parse(read(key).toString()) as Record<string, unknown>,
    remove: (key: string) => rmSync(join(root, key)),
    keys: () =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        .sort(),
    /** What the delivery of these tiles left. */
    hold(specs: readonly TileSpec[], tiles: readonly OrderTile[], prefix = order.output.prefix) {
      for (const { number, state } of tiles)
        if (state === 'delivered') for (const [key, bytes] of objectsOf(specs[number]!, prefix)) write(key, bytes);
    },
    goAway: () => rmSync(root, { recursive: true }),
    close: () => rmSync(data, { recursive: true }),
  };
}

export type Place = ReturnType<typeof createPlace>;

/** Runs the step over such a bucket. */
export async function finish(
  orders: FinishNeeds['orders'],
  buckets: Buckets,
  claimed: ClaimedOrder,
  { afterMs = 60_000, signal = new AbortController().signal } = {},
) {
  const [log, clock] = [capturedLog(), movableClock(orderedAtMs + afterMs)];
  const config = readConfig({ SWATH_PUBLIC_URL: 'https://swath.example' });
  await finishOrder({ orders, buckets, clock, log, config, random: () => 0 }, claimed, { signal });
  return { log, nowMs: clock.nowMs() };
}
