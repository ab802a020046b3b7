import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Random } from '../../../support/seeded-random.ts';
import type { PlacedOrder } from './order-ledger.ts';
import { manifestFile } from './bucket-oracle.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

/** When a process is killed: at any moment, or where it hurts. */
export const killPoints = [
  'at random',
  'in a write',
  'between write and record',
  'at a manifest',
  'at a message',
  'in a placement',
] as const;
export type KillPoint = (typeof killPoints)[number];

export type Watched = {
  readonly bucket: string;
  readonly receiver: WebhookReceiver;
  readonly orders: readonly PlacedOrder[];
  /** Requests that wait for their answer. */
  placing(): number;
};

/** Resolves when the point is reached, or after a while where it is not; says whether it was. */
export async function reach(point: KillPoint, watched: Watched, random: Random): Promise<boolean> {
  const { bucket, receiver, orders, placing } = watched;
  switch (point) {
    case 'at random':
      await setTimeout(random.below(800));
      return true;
    case 'in a write': {
      const dead = new Set(uploadsIn(bucket));
      return soon(() => uploadsIn(bucket).some((name) => !dead.has(name)));
    }
    case 'between write and record': {
      const dead = new Set(uploadsIn(bucket));
      const begun = () => uploadsIn(bucket).find((name) => !dead.has(name));
      await soon(() => begun() !== undefined);
      const written = begun();
      return written !== undefined && soon(() => !uploadsIn(bucket).includes(written));
    }
    case 'at a manifest': {
      const open = orders.filter(({ id, prefix }) => id !== null && !existsSync(manifestFile(bucket, prefix, id)));
      return soon(() => open.some(({ id, prefix }) => existsSync(manifestFile(bucket, prefix, id!))));
    }
    case 'at a message': {
      const before = receiver.received.length;
      return soon(() => receiver.received.length > before);
    }
    case 'in a placement':
      return (await soon(() => placing() > 0)) && setTimeout(random.below(40), true);
  }
}

/** Also those that died with their process, which stay. */
function uploadsIn(bucket: string): readonly string[] {
  try {
    return readdirSync(join(bucket, '.swath-uploads'));
  } catch {
    return [];
  }
}

const patienceMs = 3_000;

async function soon(isSo: () => boolean): Promise<boolean> {
  const deadlineMs = performance.now() + patienceMs;
  while (!isSo()) {
    if (performance.now() > deadlineMs) return false;
    await setTimeout(1);
  }
  return true;
}
