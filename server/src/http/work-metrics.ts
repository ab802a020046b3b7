import { Gauge, Registry } from 'prom-client';
import { arrivalsBehind, overdueMs } from '../health/find-trouble.ts';
import type { Trouble } from '../health/health.ts';
import type { ToldHealth } from '../health/tell-health.ts';
import { secondMs } from '../shared/clock.ts';

/** A value, or one for each word of a label. */
type Values = number | Readonly<Record<string, number>>;

/** Work that waits and room that is left, so that alarms need no other way in; of the store, so each node says the same. */
export function workMetrics(health: ToldHealth | null): Promise<string> {
  const registry = new Registry();
  const tell = (name: string, help: string, values: Values, label = 'kind') => {
    const labelNames = typeof values === 'number' ? [] : [label];
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] });
    if (typeof values === 'number') gauge.set(values);
    else for (const [word, value] of Object.entries(values)) gauge.set({ [label]: word }, value);
  };
  tell(
    'swath_store_answers',
    'Whether the store tells of its work: without it the others are missing.',
    Number(health !== null),
  );
  if (health !== null) tellWork(health, tell);
  return registry.metrics();
}

function tellWork(
  health: ToldHealth,
  tell: (name: string, help: string, values: Values, label?: string) => void,
): void {
  const { orders, mail, webhooks, machine, readAtMs } = health;
  const secondsSince = (ms: number | null) => (ms === null ? 0 : Math.max(0, (readAtMs - ms) / secondMs));
  const count = (kind: Trouble['kind']) => health.trouble.filter((trouble) => trouble.kind === kind).length;
  tell('swath_troubles', 'What /admin/health tells an operator to look at.', {
    error: count('error'),
    warning: count('warning'),
  });
  tell('swath_queue_paused', 'Whether orders and ingests are held.', Number(health.pausedAtMs !== null));
  tell('swath_orders_running', 'Orders that are neither delivered nor given up.', orders.running);
  tell('swath_order_tiles_open', 'Tiles of running orders that are neither delivered nor given up.', orders.openTiles);
  tell(
    'swath_order_tiles_overdue_seconds',
    'For how long nobody takes tiles that could be taken; 0 while somebody delivers.',
    overdueMs(health) / secondMs,
  );
  tell('swath_ingest_jobs', 'Jobs of ingest that have not ended.', health.ingest, 'state');
  tell('swath_messages_waiting', 'Messages to be sent.', { mail: mail.waiting, webhook: webhooks.waiting });
  tell('swath_messages_failed', 'Messages that were given up.', { mail: mail.failed, webhook: webhooks.failed });
  const oldest = { mail: secondsSince(mail.oldestAtMs), webhook: secondsSince(webhooks.oldestAtMs) };
  tell('swath_messages_oldest_seconds', 'For how long the oldest message waits.', oldest);
  tell('swath_saved_searches_behind', 'Arrivals that saved searches have not seen yet.', arrivalsBehind(health));
  tell('swath_disk_free_bytes', 'Left on the disk of the data folder.', machine.disk.freeBytes);
  tell('swath_disk_bytes', 'Size of the disk of the data folder.', machine.disk.totalBytes);
  tell('swath_catalogue_bytes', "Size of the catalogue's file, where it has one of its own.", machine.catalogueBytes);
}
