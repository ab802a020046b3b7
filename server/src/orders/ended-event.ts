import { createHash } from 'node:crypto';
import type { WebhookEvent } from '../notifications/webhook.ts';
import { toInstant } from '../shared/dates.ts';
import { spentRecord } from '../usage/usage-record.ts';
import type { EndFacts } from './end-facts.ts';
import type { Order } from './order.ts';
import type { OrderAddresses } from './order-addresses.ts';

const mostFailedTiles = 10;
/** What a customer keeps with an order may be long; a message stays small. */
const longestMetadata = 4_096;

/** The message about an order's end for the target at `index` of its notifications. */
export function endedEvent(
  order: Order,
  facts: EndFacts,
  addresses: OrderAddresses,
  { url, index }: { readonly url: string; readonly index: number },
): WebhookEvent {
  const type = `order.${facts.state.toLowerCase()}`;
  return {
    id: messageId(order, index),
    accountId: order.accountId,
    url,
    type,
    body: JSON.stringify({ type, timestamp: toInstant(facts.nowMs), data: dataOf(order, facts, addresses) }),
    orderId: order.id,
    createdAtMs: facts.nowMs,
  };
}

// Made of what does not change when the same end is told again.
function messageId({ id, runs }: Order, index: number): string {
  return `msg_${createHash('sha256').update(`order ${id} run ${runs} target ${index}`).digest('hex').slice(0, 32)}`;
}

function dataOf(order: Order, facts: EndFacts, addresses: OrderAddresses) {
  const { state, failure, tiles, acquisitions, files, bytes, usage, failedTiles, manifestKey } = facts;
  return {
    id: order.id,
    order_id: order.id,
    status: state === 'SUCCEEDED' ? 'SUCCEEDED' : 'FAILED',
    state,
    status_message: failure,
    run: order.runs,
    created: toInstant(order.createdAtMs),
    finished: toInstant(facts.nowMs),
    tiles,
    acquisitions,
    files,
    bytes,
    usage: spentRecord(usage, { isEstimate: false }),
    output: { bucket: order.output.label, prefix: order.output.prefix, manifest: manifestKey },
    failed_tiles: failedTiles.slice(0, mostFailedTiles).map((tile) => ({
      acquisition_id: tile.acquisitionId,
      cell_id: tile.cellId,
      error: tile.error,
    })),
    ...metadataOf(order),
    links: { ...addresses, manifest: manifestKey === null ? null : addresses.manifest },
  };
}

function metadataOf({ metadata }: Order): { readonly metadata?: unknown } {
  const text = metadata === null || metadata === undefined ? '' : JSON.stringify(metadata);
  return text === '' || text.length > longestMetadata ? {} : { metadata };
}
