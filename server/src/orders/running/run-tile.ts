import type { Service } from '../../service.ts';
import { hourMs } from '../../shared/clock.ts';
import { errorText } from '../../shared/error-text.ts';
import { PlatformError } from '../../shared/errors.ts';
import type { ClaimedTile, TileDeliverer } from '../ports.ts';
import { reasonToTell } from '../reason-to-tell.ts';
import { LeaseLost } from './lease-lost.ts';
import { isSilent, mostLosses, retryDelayMs } from './patience.ts';

export type TileNeeds = Pick<Service, 'orders' | 'clock' | 'log'> & {
  readonly config: Pick<Service['config'], 'SWATH_TILE_ATTEMPTS'>;
  readonly deliverer: TileDeliverer;
  /** In [0, 1). */
  readonly random: () => number;
};

/** Far longer than any tile takes: something that never answers must not hold an order for ever. */
const longestAttemptMs = 3 * hourMs;

/** Delivers a tile and records what became of it; fails only where the store does. */
export async function runTile(needs: TileNeeds, claimed: ClaimedTile, signal: AbortSignal): Promise<void> {
  const { orders, clock, log } = needs;
  const { lease, attempts, failures } = claimed;
  const facts = { orderId: lease.orderId, tile: lease.number, attempts };
  if (attempts - failures > mostLosses) {
    log.error('a tile is given up', facts);
    await orders.tileFailed(lease, 'its delivery ended again and again without a word', null, clock.nowMs());
    return;
  }
  const outcome = await attempt(needs, claimed, signal);
  // Another delivers it now, or nobody should.
  if (signal.aborted || outcome.error instanceof LeaseLost) return;
  if (outcome.files !== null) {
    await orders.tileDelivered(lease, outcome.files, clock.nowMs());
    return;
  }
  const nowMs = clock.nowMs();
  const delay = retryDelayMs(outcome.error, failures + 1, needs.config.SWATH_TILE_ATTEMPTS, needs.random());
  log.warn(delay === null ? 'a tile failed' : 'a tile will be tried again', {
    ...facts,
    error: errorText(outcome.error),
  });
  const reason = reasonToTell(outcome.error) ?? 'the tile could not be made';
  const shared = isSilent(outcome.error) ? [claimed.deliveredBefore] : [];
  await orders.tileFailed(lease, reason, delay === null ? null : nowMs + delay, nowMs, ...shared);
}

async function attempt({ orders, deliverer }: TileNeeds, claimed: ClaimedTile, signal: AbortSignal) {
  const { lease, spec, order, credentials } = claimed;
  const { organizationId, settings, output, aoi } = order;
  const access = { credentials, externalId: organizationId };
  const confirm = async () => {
    if (signal.aborted || !(await orders.isHeld(lease))) throw new LeaseLost();
  };
  const tooLate = AbortSignal.timeout(longestAttemptMs);
  try {
    const job = { spec, settings, output, aoi, access };
    const hooks = { confirm, signal: AbortSignal.any([signal, tooLate]) };
    return { files: await deliverer.deliver(job, hooks), error: null };
  } catch (error) {
    return { files: null, error: tooLate.aborted ? new PlatformError('unavailable', 'it took too long') : error };
  }
}
