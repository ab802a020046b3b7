import type { OrderProgress } from '../../orders/ports.ts';

/** One sentence for people; the first is the public clients' own. */
export function statusMessage({ state, tiles, failure }: Pick<OrderProgress, 'state' | 'tiles' | 'failure'>): string {
  const because = failure === null ? '.' : `: ${failure}`;
  const share = `${tiles.delivered} of ${tiles.total} tiles were delivered`;
  switch (state) {
    case 'RUNNING':
      return 'Order submitted and running.';
    case 'SUCCEEDED':
      return 'Order completed.';
    case 'PARTIAL':
      return `Order partly completed${because}`;
    case 'CANCELLED':
      return `Order cancelled, ${share}.`;
    case 'FAILED':
      return `Order failed${because}`;
  }
}
