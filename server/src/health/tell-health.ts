import type { Service } from '../service.ts';
import { findTrouble } from './find-trouble.ts';
import type { Health, Trouble } from './health.ts';

type Needs = Pick<
  Service,
  'backlog' | 'machine' | 'catalog' | 'catalogWork' | 'orders' | 'queue' | 'room' | 'checkStore' | 'clock'
>;

export type ToldHealth = Health & { readonly trouble: readonly Trouble[] };

/** How the service is, for its operator. */
export async function tellHealth(service: Needs): Promise<ToldHealth> {
  const readAtMs = service.clock.nowMs();
  const { feed, last } = await service.catalog.lastArrival();
  const [backlog, machine, nextTileAtMs, pausedAtMs, isDiskLow, isWritable] = await Promise.all([
    service.backlog.read(feed, readAtMs),
    service.machine.read(),
    service.orders.nextDueMs(),
    service.queue.pausedAtMs(),
    service.room.isLow(),
    service.checkStore().then(
      () => true,
      () => false,
    ),
  ]);
  const catalogue = { arrivals: last, isTended: service.catalogWork.isTended() };
  const health = { ...backlog, machine, isWritable, isDiskLow, pausedAtMs, catalogue, nextTileAtMs, readAtMs };
  return { ...health, trouble: findTrouble(health) };
}
