/** What somebody sends to see whether it arrives: the answer tells, and nobody waits for it. */
export const testType = 'webhook.test';

/** A message for a customer's server, in the terms of Standard Webhooks. */
export type WebhookEvent = {
  /** `msg_...`; the same for every attempt, so that a receiver sees what it has already. */
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  /** `order.succeeded` */
  readonly type: string;
  /** The JSON text that is signed and sent. */
  readonly body: string;
  /** The order that it tells of. */
  readonly orderId: string | null;
  readonly createdAtMs: number;
};
