import type { Service } from '../../service.ts';
import { toInstant, toInstantOrNull } from '../../shared/dates.ts';
import type { QueueState } from '../../orders/switch-queue.ts';
import type { Terminal } from '../command.ts';
import { printFacts, printJson } from '../print.ts';

export type QueueService = Pick<Service, 'queue' | 'backlog' | 'clock'>;

export function printQueue(
  terminal: Terminal,
  { pausedAtMs, running, openTiles, ending, holders, ingest }: QueueState,
  isJson: boolean,
): void {
  const workers = holders.map(({ name, tiles, leaseUntilMs }) => ({
    name,
    tiles,
    lease_until: toInstant(leaseUntilMs),
  }));
  if (isJson)
    return printJson(terminal, {
      paused: toInstantOrNull(pausedAtMs),
      running,
      open_tiles: openTiles,
      ending,
      workers,
      ingest,
    });
  printFacts(terminal, {
    queue: pausedAtMs === null ? 'runs' : `paused since ${toInstant(pausedAtMs)}`,
    orders: String(running),
    'open tiles': String(openTiles),
    workers: workers.map(({ name, tiles }) => `${name} (${tiles})`).join(', ') || 'none at work',
    ingests: `${ingest.running} running, ${ingest.waiting} waiting`,
  });
}
