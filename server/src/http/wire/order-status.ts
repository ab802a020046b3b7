import type { ListedOrder, OrderState } from '../../orders/order.ts';

/** The public clients know these three. */
export const orderStatuses = ['RUNNING', 'SUCCEEDED', 'FAILED'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export function statusOf(state: OrderState): OrderStatus {
  return state === 'RUNNING' || state === 'SUCCEEDED' ? state : 'FAILED';
}

/** One sentence for people; the first is the public clients' own. */
export function statusMessage({ state, tiles, failure }: Pick<ListedOrder, 'state' | 'tiles' | 'failure'>): string {
  const because = failure === null ? '.' : `: ${failure}`;
  const share = `${tiles.delivered} of ${tiles.total} tiles were delivered`;
  switch (state) {
    case 'RUNNING':
      return 'Order submitted and running.';
    case 'SUCCEEDED':
      return 'Order completed.';
    case 'PARTIAL':
      return `Order partly completed, ${share}${because}`;
    case 'CANCELLED':
      return `Order cancelled, ${share}.`;
    case 'FAILED':
      return `Order failed${because}`;
  }
}
