import { createHash } from 'node:crypto';
import type { WebhookEvent } from '../../notifications/webhook.ts';
import { toInstant } from '../../shared/dates.ts';
import type { MatchedItem } from '../acting/matched-items.ts';
import type { Told } from './notices-of-batch.ts';

type Details = {
  readonly url: string;
  readonly index: number;
  readonly items: readonly (MatchedItem & { readonly address: string })[];
  readonly addresses: { readonly search: string; readonly matches: string };
  readonly nowMs: number;
};

const type = 'search.matched';

/** The message about a batch of matches for the server at `index` of the search's. */
export function matchedEvent(told: Told, { url, index, items, addresses, nowMs }: Details): WebhookEvent {
  const { account, batch, done, matched, search } = told;
  const data = {
    saved_search_id: search.id,
    name: search.name,
    match_id: batch.id,
    matched,
    first_matched: toInstant(batch.openedAtMs),
    items: items.map(({ collection, id, datetime, address }) => ({ collection, id, datetime, href: address })),
    select_id: done.selectId,
    order_id: done.orderId,
    acquisitions: done.acquisitions,
    cost: done.cost,
    reason: done.reason,
    links: addresses,
  };
  return {
    id: messageId(batch.id, index),
    accountId: account.id,
    url,
    type,
    body: JSON.stringify({ type, timestamp: toInstant(nowMs), data }),
    orderId: done.orderId,
    createdAtMs: nowMs,
  };
}

// Made of what does not change when the same is told again.
const messageId = (batchId: string, index: number): string =>
  `msg_${createHash('sha256').update(`matches ${batchId} target ${index}`).digest('hex').slice(0, 32)}`;
