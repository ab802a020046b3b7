import { type OrderRequest, readOrderRequest } from '../../../server/src/orders/request/read-order.ts';
import { PlatformError } from '../../../server/src/shared/errors.ts';

export const selectId = '1234567890123456789';
export const cell = 'Z13-031133231113';

/** The least that an order can say. */
export const least = { select_id: selectId, bucket: 'deliveries' };
export const byIds = { acquisitions: ['103001005D31F500'], bucket: 'deliveries' };

export const read = (body: Readonly<Record<string, unknown>>): OrderRequest => readOrderRequest(body);

/** Why the body is refused, after its kind. */
export function refusal(body: Readonly<Record<string, unknown>>): string {
  try {
    readOrderRequest(body);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return `${error.kind}: ${error.message}`;
  }
  throw new Error('the body was not refused');
}
