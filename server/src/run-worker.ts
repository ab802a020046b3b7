import { type Delivery, composeAccounts, composeDelivery } from './compose.ts';
import { tracedDeliverer } from './compose-tracing.ts';
import { type Config, withPublicUrl } from './config.ts';
import { startOrderWorker } from './orders/running/order-worker.ts';
import { secondMs } from './shared/clock.ts';
import type { Log } from './shared/log.ts';

export type RunningWorker = { stop(): Promise<void> };

/** Delivers orders in a process of its own. */
export async function runWorker(config: Config, log: Log, holder: string): Promise<RunningWorker> {
  const installation = await composeAccounts(withPublicUrl(config, config.PORT), log);
  const delivery = await deliveryOf(config, installation);
  const deliverer = tracedDeliverer(delivery.deliverer, installation.service.tracer);
  const needs = { ...installation.service, deliverer, random: Math.random };
  const worker = startOrderWorker(needs, {
    holder,
    isOnlyHolder: false,
    slots: delivery.threads,
    leaseMs: config.SWATH_DELIVERY_LEASE * secondMs,
  });
  return {
    async stop() {
      installation.markStopping();
      await worker.stop();
      await delivery.close();
      await installation.close();
    },
  };
}

/** What is open already would keep a process alive that cannot work. */
async function deliveryOf(config: Config, { close }: { close(): Promise<void> }): Promise<Delivery> {
  try {
    return composeDelivery(config);
  } catch (error) {
    await close();
    throw error;
  }
}
