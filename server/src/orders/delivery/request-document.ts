import { createHash } from 'node:crypto';
import { type JsonObject, isObject } from '../../catalog/refuse.ts';
import type { Order } from '../order.ts';
import { jsonBytes, jsonType, sorted } from './json-document.ts';
import { requestKey } from './layout.ts';

export type RequestOfOrder = Pick<Order, 'id' | 'createdAtMs' | 'asSent'> & { readonly output: { prefix: string } };

/** The order as it was placed: `{orderId}-request.json`. */
const requestDocument = ({ id, createdAtMs, asSent }: RequestOfOrder): JsonObject => ({
  order_id: id,
  ordered: new Date(createdAtMs).toISOString(),
  request: sorted(Object.fromEntries(Object.entries(asSent).map(([name, value]) => [name, shown(name, value)]))),
});

/** The addresses of a customer's own servers often carry a secret behind the question mark. */
function shown(name: string, value: unknown): unknown {
  return /^notifications?$/i.test(name) ? withoutQueries(value) : value;
}

function withoutQueries(value: unknown): unknown {
  if (typeof value === 'string') return /^https?:/i.test(value) ? plainAddress(value) : value;
  if (Array.isArray(value)) return value.map(withoutQueries);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutQueries(each)]));
}

const plainAddress = (address: string): string => address.replace(/[?#].*$/s, '').replace(/\/\/[^/@]*@/, '//');

export type WrittenFile = {
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly contentType: string;
};

/** The file that holds it. */
export function requestFile(order: RequestOfOrder): WrittenFile {
  const bytes = jsonBytes(requestDocument(order));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { key: requestKey(order.output.prefix, order.id), bytes, sha256, contentType: jsonType };
}
