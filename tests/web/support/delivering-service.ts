import { composeDelivery } from '../../../server/src/compose.ts';
import { startOrderWorker } from '../../../server/src/orders/running/order-worker.ts';
import { type OrderService, startOrderService } from '../../http/orders/support-orders.ts';
import type { StartOptions } from '../../support/start-service.ts';

/** The archive of three acquisitions, with a worker that really cuts and delivers; to loopback buckets too. */
export async function startDeliveringService(
  settings: Readonly<Record<string, string>>,
  options: StartOptions,
): Promise<OrderService> {
  const own = { SWATH_DELIVERY_THREADS: '1', SWATH_ALLOW_PRIVATE_ENDPOINTS: '1' };
  const swath = await startOrderService({ ...own, ...settings }, options);
  const delivery = composeDelivery(swath.service.config);
  const needs = { ...swath.service, deliverer: delivery.deliverer, random: Math.random };
  const worker = startOrderWorker(needs, { holder: 'test', isOnlyHolder: true, slots: 1, leaseMs: 60_000 });
  return {
    ...swath,
    stop: async () => {
      await worker.stop();
      await delivery.close();
      await swath.stop();
    },
  };
}
