import type { Service } from '../service.ts';
import { minuteMs } from '../shared/clock.ts';
import type { ClaimedWebhook, SentWebhook } from './ports.ts';
import { sendSigned } from './send-signed.ts';
import { webhookDelayMs } from './webhook-patience.ts';

export type WebhookService = Pick<Service, 'webhooks' | 'webhookSender' | 'clock' | 'log'>;

export type WebhookDeliveryOptions = {
  /** Must outlast the sender's patience, or a second node sends the message again. */
  readonly leaseMs?: number;
  /** How many messages are claimed, and sent side by side, at a time. */
  readonly batchSize?: number;
  /** In [0, 1): spreads the retries. */
  readonly jitter?: () => number;
  /** Aborted, it ends the pass after the messages that are already claimed. */
  readonly signal?: AbortSignal;
};

/** `unrecorded`: the store failed, so the message comes back when its lease ends. */
export type WebhookOutcome = 'delivered' | 'retried' | 'failed' | 'unrecorded';

export type WebhookCounts = Readonly<Record<WebhookOutcome, number>>;

const gone = 410;

/** One pass: sends every message that is due, and settles when each should be tried again. */
export async function deliverWebhooks(
  service: WebhookService,
  options: WebhookDeliveryOptions = {},
): Promise<WebhookCounts> {
  const { leaseMs = 2 * minuteMs, batchSize = 20, jitter = Math.random, signal } = options;
  const counts = { delivered: 0, retried: 0, failed: 0, unrecorded: 0 };
  let hasMore = true;
  while (hasMore && !isStopped(signal)) {
    const batch = await service.webhooks.claim(service.clock.nowMs(), leaseMs, batchSize);
    const outcomes = await Promise.all(batch.map((message) => deliver(service, message, jitter)));
    for (const outcome of outcomes) counts[outcome] += 1;
    hasMore = batch.length > 0;
  }
  return counts;
}

function isStopped(signal: AbortSignal | undefined): boolean {
  return signal?.aborted ?? false;
}

async function deliver(
  service: WebhookService,
  message: ClaimedWebhook,
  jitter: () => number,
): Promise<WebhookOutcome> {
  const { id, type, orderId } = message.event;
  const facts = { webhookId: id, type, orderId, attempts: message.attempts };
  try {
    const sent = await sendSigned(service, message.event);
    const { status, error } = sent.attempt;
    const retryInMs = retryDelay(sent, message.attempts, jitter);
    await service.webhooks.record(id, sent.attempt, retryInMs === null ? null : service.clock.nowMs() + retryInMs);
    if (error === null) return told(service, 'delivered', { ...facts, status });
    return told(service, retryInMs === null ? 'failed' : 'retried', { ...facts, status, error, retryInMs });
  } catch (error) {
    return told(service, 'unrecorded', { ...facts, error: error instanceof Error ? error.message : 'unknown failure' });
  }
}

function retryDelay({ attempt, retryAfterMs }: SentWebhook, attempts: number, jitter: () => number): number | null {
  if (attempt.error === null || attempt.status === gone) return null;
  return webhookDelayMs(attempts, jitter(), retryAfterMs);
}

function told({ log }: WebhookService, outcome: WebhookOutcome, facts: Record<string, unknown>): WebhookOutcome {
  if (outcome === 'delivered') log.info('webhook delivered', facts);
  else if (outcome === 'retried') log.warn('webhook not delivered, will retry', facts);
  else log.error(outcome === 'failed' ? 'webhook given up' : 'webhook attempt not recorded', facts);
  return outcome;
}
