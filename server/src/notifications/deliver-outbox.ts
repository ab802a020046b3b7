import { minuteMs, type Clock } from '../shared/clock.ts';
import type { Log } from '../shared/log.ts';
import { isStopped } from './delivery-loop.ts';
import { MailDeliveryError, maskAddress, safeFailureText } from './mail-failure.ts';
import type { Mailer, MailOutbox, QueuedMail } from './ports.ts';
import { giveUpAfterMs, retryDelayMs } from './retry-delay.ts';

export type DeliveryService = {
  readonly outbox: MailOutbox;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly log: Log;
};

export type DeliveryOptions = {
  /** Must outlast the mailer's longest send, or a second node sends the mail again. */
  readonly leaseMs?: number;
  /** How many mails are claimed, and sent side by side, at a time. */
  readonly batchSize?: number;
  /** In [0, 1): spreads the retries. */
  readonly jitter?: () => number;
  /** Aborted, it ends the pass after the mails that are already claimed. */
  readonly signal?: AbortSignal;
};

/** `unrecorded`: the store failed after the attempt, so the mail comes back when its lease ends. */
export type DeliveryOutcome = 'sent' | 'retried' | 'abandoned' | 'unrecorded';

export type DeliveryCounts = Readonly<Record<DeliveryOutcome, number>>;

/** One pass over the outbox: sends every mail that is due, and settles when each should be tried again. */
export async function deliverOutbox(service: DeliveryService, options: DeliveryOptions = {}): Promise<DeliveryCounts> {
  const { leaseMs = 2 * minuteMs, batchSize = 5, jitter = Math.random, signal } = options;
  const counts = { sent: 0, retried: 0, abandoned: 0, unrecorded: 0 };
  let hasMore = true;
  while (hasMore && !isStopped(signal)) {
    const batch = await service.outbox.claim(service.clock.nowMs(), leaseMs, batchSize);
    const outcomes = await Promise.all(batch.map((queued) => deliver(service, queued, jitter)));
    for (const outcome of outcomes) counts[outcome] += 1;
    hasMore = batch.length > 0;
  }
  return counts;
}

async function deliver(service: DeliveryService, queued: QueuedMail, jitter: () => number): Promise<DeliveryOutcome> {
  const failure = await attempt(service.mailer, queued);
  try {
    if (failure) return await settleFailure(service, queued, failure.error, jitter);
    await service.outbox.sent(queued.id);
    service.log.info('mail sent', factsOf(queued));
    return 'sent';
  } catch (error) {
    const text = safeFailureText(error, queued.mail);
    service.log.error('mail attempt not recorded', { ...factsOf(queued), isSent: !failure, error: text });
    return 'unrecorded';
  }
}

async function attempt(mailer: Mailer, { mail, id }: QueuedMail): Promise<{ readonly error: unknown } | null> {
  try {
    await mailer.send(mail, id);
    return null;
  } catch (error) {
    return { error };
  }
}

async function settleFailure(
  { outbox, clock, log }: DeliveryService,
  queued: QueuedMail,
  error: unknown,
  jitter: () => number,
): Promise<DeliveryOutcome> {
  const nowMs = clock.nowMs();
  const text = safeFailureText(error, queued.mail);
  const isRefused = error instanceof MailDeliveryError && error.isPermanent;
  if (isRefused || nowMs - queued.queuedAtMs >= giveUpAfterMs) {
    await outbox.abandon(queued.id, text);
    log.error('mail abandoned', { ...factsOf(queued), error: text });
    return 'abandoned';
  }
  const retryInMs = retryDelayMs(queued.attempts, jitter());
  await outbox.retryAt(queued.id, nowMs + retryInMs, text);
  log.warn('mail not sent, will retry', { ...factsOf(queued), retryInMs, error: text });
  return 'retried';
}

function factsOf({ id, mail, attempts }: QueuedMail): Record<string, unknown> {
  return { mailId: id, to: maskAddress(mail.to), attempts };
}
