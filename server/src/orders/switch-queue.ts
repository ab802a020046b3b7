import { type Actor, auditEntry } from '../accounts/audit.ts';
import type { Service } from '../service.ts';

type Needs = Pick<Service, 'queue' | 'backlog' | 'clock'>;

/** Whether anything is claimed, what waits, and who is at it. */
export type QueueState = {
  readonly pausedAtMs: number | null;
  readonly running: number;
  readonly openTiles: number;
  readonly ending: number;
  readonly holders: readonly { readonly name: string; readonly tiles: number; readonly leaseUntilMs: number }[];
  /** Jobs of ingest. */
  readonly ingest: { readonly running: number; readonly waiting: number };
};

export async function readQueue({ queue, backlog, clock }: Needs): Promise<QueueState> {
  const [pausedAtMs, waits] = [await queue.pausedAtMs(), await backlog.read('', clock.nowMs())];
  const { queued, running, interrupted } = waits.ingest;
  // What a process that is gone was at waits to be taken over.
  const ingest = { running: waits.jobsAtWork, waiting: queued + interrupted + running - waits.jobsAtWork };
  return { pausedAtMs, ...waits.orders, ingest };
}

/** No worker, here or elsewhere, takes up anything more; what is under way goes on to its end. */
export async function pauseQueue(needs: Needs, actor: Actor): Promise<QueueState> {
  const nowMs = needs.clock.nowMs();
  await needs.queue.pause(nowMs, auditEntry(actor, nowMs, 'queue.pause', null));
  return readQueue(needs);
}

export async function resumeQueue(needs: Needs, actor: Actor): Promise<QueueState> {
  await needs.queue.resume(auditEntry(actor, needs.clock.nowMs(), 'queue.resume', null));
  return readQueue(needs);
}
