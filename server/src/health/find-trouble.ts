import { minuteMs } from '../shared/clock.ts';
import type { Health, Outgoing, Trouble } from './health.ts';
import { mebibyte } from '../shared/mebibyte.ts';

const tooLong = 15 * minuteMs;
/** A tile is taken within seconds while anybody delivers. */
const nobodyAfter = 2 * minuteMs;
const manyArrivals = 10_000;

/** What an operator should look at, the worst first. */
export function findTrouble(health: Health): readonly Trouble[] {
  const found = [
    storeTrouble(health),
    diskTrouble(health),
    pauseTrouble(health),
    deliveryTrouble(health),
    outgoingTrouble('Mails', health.mail, health.readAtMs),
    outgoingTrouble('Webhooks', health.webhooks, health.readAtMs),
    ingestTrouble(health),
    watchTrouble(health),
  ].filter((trouble) => trouble !== null);
  return found.toSorted((a, b) => a.kind.localeCompare(b.kind));
}

const error = (text: string): Trouble => ({ kind: 'error', text });
const warning = (text: string): Trouble => ({ kind: 'warning', text });

const storeTrouble = ({ isWritable }: Health) => (isWritable ? null : error('The store cannot be written to.'));

function diskTrouble({ machine: { disk }, isDiskLow }: Health): Trouble | null {
  if (isDiskLow)
    return error(
      'The disk of the data folder is nearly full: new orders, selects, uploads, ingests and writes of the catalogue are refused.',
    );
  const share = disk.totalBytes === 0 ? 1 : disk.freeBytes / disk.totalBytes;
  if (share < 0.01 || disk.freeBytes < 100 * mebibyte) return error('The disk of the data folder is full.');
  return share < 0.05 ? warning('The disk of the data folder is nearly full.') : null;
}

const pauseTrouble = ({ pausedAtMs }: Health): Trouble | null =>
  pausedAtMs === null
    ? null
    : warning('The queue of orders and ingests is paused: `swath queue resume` lets it go on.');

const deliveryTrouble = (health: Health): Trouble | null =>
  overdueMs(health) < nobodyAfter
    ? null
    : error(
        `Open tiles of orders: ${health.orders.openTiles}. Nobody delivers: start a worker, or set SWATH_DELIVERY.`,
      );

/** For how long nobody takes what could be taken. While somebody is at work the tiles of a large order wait for hours, as they should. */
export function overdueMs({ orders, nextTileAtMs, readAtMs }: Health): number {
  const isSomebodyAtWork = orders.holders.length > 0 || orders.ending > 0;
  return nextTileAtMs === null || isSomebodyAtWork ? 0 : Math.max(0, readAtMs - nextTileAtMs);
}

function outgoingTrouble(what: string, { waiting, failed, oldestAtMs }: Outgoing, nowMs: number): Trouble | null {
  if (waiting > 0 && oldestAtMs !== null && nowMs - oldestAtMs > tooLong)
    return warning(`${what} that wait: ${waiting}, the oldest for more than 15 minutes.`);
  return failed > 0 ? warning(`${what} that could not be sent and were given up: ${failed}.`) : null;
}

// While the queue is paused that is said already.
const ingestTrouble = ({ ingest, pausedAtMs }: Health): Trouble | null =>
  ingest.interrupted > 0 && pausedAtMs === null
    ? warning(`Jobs of ingest that were interrupted: ${ingest.interrupted}. They go on by themselves.`)
    : null;

function watchTrouble({ savedSearches, catalogue }: Health): Trouble | null {
  const behind = arrivalsBehind({ savedSearches, catalogue });
  return behind > manyArrivals ? warning(`Arrivals that saved searches have not seen yet: ${behind}.`) : null;
}

/** Nobody looks where no search is saved. */
export const arrivalsBehind = ({ savedSearches, catalogue }: Pick<Health, 'savedSearches' | 'catalogue'>): number =>
  savedSearches.watched === 0 || savedSearches.lookedAt === null
    ? 0
    : Math.max(0, catalogue.arrivals - savedSearches.lookedAt);
