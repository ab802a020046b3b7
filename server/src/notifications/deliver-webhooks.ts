import type { Service } from '../service.ts';
import { secondMs } from '../shared/clock.ts';
import { isStopped } from './delivery-loop.ts';
import type { ClaimedWebhook, SentWebhook } from './ports.ts';
import { sendSigned } from './send-signed.ts';
import { mostOfOneAccount, sendingLeaseMs, webhookDelayMs } from './webhook-patience.ts';

export type WebhookService = Pick<Service, 'webhooks' | 'webhookSender' | 'clock' | 'log'>;

export type WebhookDeliveryOptions = {
  /** Must outlast the sender's patience, or a second node sends the message again. */
  readonly leaseMs?: number;
  /** How many messages are sent side by side. */
  readonly batchSize?: number;
  /** How often it looks for more while some are slow. */
  readonly lookEveryMs?: number;
  /** In [0, 1): spreads the retries. */
  readonly jitter?: () => number;
  /** Aborted, it ends the pass after the messages that are already claimed. */
  readonly signal?: AbortSignal;
};

/** `unrecorded`: the store failed, so the message comes back when its lease ends. */
export type WebhookOutcome = 'delivered' | 'retried' | 'failed' | 'unrecorded';

export type WebhookCounts = Readonly<Record<WebhookOutcome, number>>;

const gone = 410;

type UnderWay = { readonly accountId: string; readonly done: Promise<void> };

/** One pass: sends every message that is due, and settles when each should be tried again. Slow receivers keep nobody waiting. */
export async function deliverWebhooks(
  service: WebhookService,
  options: WebhookDeliveryOptions = {},
): Promise<WebhookCounts> {
  const { leaseMs = sendingLeaseMs, batchSize = 20, lookEveryMs = secondMs, jitter = Math.random, signal } = options;
  const counts = { delivered: 0, retried: 0, failed: 0, unrecorded: 0 };
  const underWay = new Set<UnderWay>();
  const send = (message: ClaimedWebhook): void => {
    const settle = async (): Promise<void> => {
      const outcome = await deliver(service, message, jitter);
      counts[outcome] += 1;
      underWay.delete(one);
    };
    const one: UnderWay = { accountId: message.event.accountId, done: settle() };
    underWay.add(one);
  };
  try {
    for (let hasMore = true; hasMore;) {
      const room = isStopped(signal) ? 0 : batchSize - underWay.size;
      const nowMs = service.clock.nowMs();
      const due = room === 0 ? [] : await service.webhooks.claim(nowMs, leaseMs, room, accountsAtBound(underWay));
      due.forEach(send);
      hasMore = underWay.size > 0 || due.length > 0;
      await firstOf(underWay, lookEveryMs);
    }
  } finally {
    await Promise.all([...underWay].map(({ done }) => done));
  }
  return counts;
}

function accountsAtBound(underWay: ReadonlySet<UnderWay>): readonly string[] {
  const accounts = [...underWay].map(({ accountId }) => accountId);
  return [...new Set(accounts)].filter((id) => accounts.filter((each) => each === id).length >= mostOfOneAccount);
}

/** Until one of them is done, or it is time to look again; not at all where there is none. */
async function firstOf(underWay: ReadonlySet<UnderWay>, lookEveryMs: number): Promise<void> {
  if (underWay.size === 0) return;
  let timer: NodeJS.Timeout | undefined;
  const look = new Promise<void>((resolve) => (timer = setTimeout(resolve, lookEveryMs)));
  await Promise.race([look, ...[...underWay].map(({ done }) => done)]);
  clearTimeout(timer);
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
