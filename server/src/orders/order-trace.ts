import { createHash } from 'node:crypto';

/** Where the trace of an order begins, as `traceparent` has it: every node and every later attempt knows it by the id. */
export function orderTrace(orderId: string): string {
  const digest = createHash('sha256').update(`order ${orderId}`).digest('hex');
  return `00-${digest.slice(0, 32)}-${digest.slice(32, 48)}-01`;
}
