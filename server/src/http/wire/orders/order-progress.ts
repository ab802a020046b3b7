import { isFinal } from '../../../orders/order.ts';
import type { OrderProgress } from '../../../orders/ports.ts';
import { secondMs } from '../../../shared/clock.ts';
import { toInstant, toInstantOrNull } from '../../../shared/dates.ts';

export function progressRecord(order: OrderProgress, nowMs: number) {
  const { total, delivered, failed } = order.tiles;
  return {
    tiles: { total, delivered, failed, remaining: isFinal(order.state) ? 0 : total - delivered - failed },
    bytes: { delivered: order.deliveredBytes, total_estimate: totalBytes(order) },
    paused: order.isPaused,
    percent: total === 0 ? 0 : Math.floor((delivered / total) * 1_000) / 10,
    eta_seconds: secondsLeft(order, nowMs),
    started: toInstant(order.createdAtMs),
    finished: toInstantOrNull(order.finishedAtMs),
  };
}

/** As if the tiles to come were like those that are there; null while there is none. */
function totalBytes({ state, tiles, deliveredBytes }: OrderProgress): number | null {
  if (isFinal(state)) return deliveredBytes;
  return tiles.delivered === 0 ? null : Math.round((deliveredBytes / tiles.delivered) * tiles.total);
}

/** At the pace so far; null where that is not known: a retry does not begin when the order was placed. */
function secondsLeft(
  { state, tiles, createdAtMs, runs, isPaused, failure }: OrderProgress,
  nowMs: number,
): number | null {
  if (isFinal(state) || isPaused || failure !== null) return null;
  const settled = tiles.delivered + tiles.failed;
  if (settled === 0 || runs > 1) return null;
  return Math.max(0, Math.ceil((((nowMs - createdAtMs) / settled) * (tiles.total - settled)) / secondMs));
}
