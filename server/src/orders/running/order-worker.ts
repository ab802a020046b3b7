import { secondMs } from '../../shared/clock.ts';
import type { Service } from '../../service.ts';
import { errorText } from '../../shared/error-text.ts';
import { traced } from '../../shared/tracer.ts';
import { type FinishNeeds, finishOrder } from '../delivery/finish-order.ts';
import { orderTrace } from '../order-trace.ts';
import type { ClaimedOrder, ClaimedTile } from '../ports.ts';
import type { OrderLease, TileLease } from '../tile.ts';
import { type TileNeeds, runTile } from './run-tile.ts';
import { createUnderLease } from './under-lease.ts';

export type OrderWorker = {
  /** Looks for work now: some was just placed. */
  wake(): void;
  /** Takes nothing more, stops what runs here and gives it back. */
  stop(): Promise<void>;
};

export type WorkerOptions = {
  /** Known by this among workers. */
  readonly holder: string;
  /** Nobody else bears the name: what a dead process held under it is free at once. */
  readonly isOnlyHolder: boolean;
  /** Tiles at a time. */
  readonly slots: number;
  readonly leaseMs: number;
  /** How long it sleeps at most: others may have placed something. */
  readonly idleMs?: number;
  readonly stopWithinMs?: number;
};

export type WorkerNeeds = TileNeeds & FinishNeeds & Pick<Service, 'tracer'>;

/** An order at its end is little work, mostly waiting for the bucket. */
const ordersAtOnce = 4;

/** Delivers the tiles of orders and brings orders to their end, until it is stopped. */
export function startOrderWorker(needs: WorkerNeeds, options: WorkerOptions): OrderWorker {
  const { holder, slots, leaseMs, idleMs = 2 * secondMs, stopWithinMs = 5 * secondMs } = options;
  const { orders, clock, log, tracer } = needs;
  const tiles = createUnderLease(nameOfTile);
  const ends = createUnderLease(nameOfOrder);
  let isStopped = false;
  let looking: Promise<void> | null = null;
  let isWoken = false;
  let timer: NodeJS.Timeout | undefined;
  const beat = setInterval(() => void guarded(keepLeases), leaseMs / 4).unref();

  function wake(): void {
    if (isStopped) return;
    if (looking !== null) {
      isWoken = true;
      return;
    }
    clearTimeout(timer);
    looking = guarded(look).then(afterLook);
  }

  function afterLook(waitMs: number | null): void {
    looking = null;
    if (isStopped) return;
    if (isWoken) {
      isWoken = false;
      wake();
      return;
    }
    timer = setTimeout(wake, waitMs ?? idleMs).unref();
  }

  /** Takes what there is room for; says how long to wait for more. */
  async function look(): Promise<number> {
    const nowMs = clock.nowMs();
    const claim = { holder, nowMs, leaseUntilMs: nowMs + leaseMs };
    const settled =
      ends.size < ordersAtOnce ? await orders.claimOrders({ ...claim, limit: ordersAtOnce - ends.size }) : [];
    settled.forEach(end);
    const due = tiles.size < slots ? await orders.claimTiles({ ...claim, limit: slots - tiles.size }) : [];
    due.forEach(deliver);
    const dueMs = tiles.size < slots ? await orders.nextDueMs() : null;
    // What is due and was not to be had waits for work that is under way, which wakes this when it ends.
    const isHeldUp = dueMs !== null && dueMs <= nowMs && settled.length + due.length === 0;
    return dueMs === null || isHeldUp ? idleMs : Math.min(idleMs, Math.max(dueMs - clock.nowMs(), 50));
  }

  function deliver(claimed: ClaimedTile): void {
    const { orderId } = claimed.lease;
    const run = (signal: AbortSignal) => inOrder('tile', orderId, () => runTile(needs, claimed, signal));
    void tiles.add(claimed.lease, (signal) => guarded(() => run(signal))).then(wake);
  }

  function end(claimed: ClaimedOrder): void {
    const { orderId } = claimed.lease;
    const run = (signal: AbortSignal) =>
      inOrder('end of order', orderId, () => finishOrder(needs, claimed, { signal }));
    void ends.add(claimed.lease, (signal) => guarded(() => run(signal))).then(wake);
  }

  /** Whoever follows an order sees what was done for it later, by whichever node. */
  const inOrder = (step: string, orderId: string, work: () => Promise<void>): Promise<void> =>
    traced(tracer, step, {}, work, tracer.isOn ? orderTrace(orderId) : undefined);

  async function keepLeases(): Promise<void> {
    const untilMs = clock.nowMs() + leaseMs;
    const [asked, askedEnds] = [tiles.leases(), ends.leases()];
    if (asked.length > 0) tiles.keepHeld(asked, await orders.extendTiles(asked, untilMs));
    if (askedEnds.length > 0) ends.keepHeld(askedEnds, await orders.extendOrders(askedEnds, untilMs));
  }

  /** The store may be out of reach for a while: what is not recorded is done again when its lease has run out. */
  async function guarded<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      log.warn('orders are not looked after', { error: errorText(error) });
      return null;
    }
  }

  async function begin(): Promise<void> {
    if (options.isOnlyHolder) await guarded(() => orders.releaseHolder(holder, clock.nowMs()));
  }

  looking = begin().then(() => afterLook(0));
  return {
    wake,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      clearInterval(beat);
      const [undone, unended] = await Promise.all([tiles.stop(stopWithinMs), ends.stop(stopWithinMs)]);
      await guarded(() => orders.giveTilesBack(undone, clock.nowMs()));
      for (const lease of unended) await guarded(() => orders.postpone(lease, clock.nowMs(), 'its worker was stopped'));
    },
  };
}

const nameOfTile = ({ orderId, number, fence }: TileLease): string => `${orderId}/${number}/${fence}`;
const nameOfOrder = ({ orderId, fence }: OrderLease): string => `${orderId}/${fence}`;
