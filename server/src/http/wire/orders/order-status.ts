import type { OrderProgress } from '../../../orders/ports.ts';

const pausedMessage = 'Order submitted. The operator has paused deliveries: it goes on when they are resumed.';

/** One sentence for people; the first is the public clients' own. */
export function statusMessage({ state, tiles, failure, isPaused }: OrderProgress): string {
  const because = failure === null ? '.' : `: ${failure}`;
  const share = `${tiles.delivered} of ${tiles.total} tiles were delivered`;
  switch (state) {
    case 'RUNNING':
      if (isPaused) return pausedMessage;
      return failure === null
        ? 'Order submitted and running.'
        : `Order submitted and running. Tried again soon: ${failure}`;
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
