import type { OrderState } from '@swath/client';

const looks: Readonly<Record<OrderState['state'], { readonly word: string; readonly kind: string }>> = {
  RUNNING: { word: 'Running', kind: 'info' },
  SUCCEEDED: { word: 'Delivered', kind: 'success' },
  PARTIAL: { word: 'Partly delivered', kind: 'warning' },
  FAILED: { word: 'Failed', kind: 'error' },
  CANCELLED: { word: 'Cancelled', kind: 'plain' },
};

export function StateBadge({ state }: Pick<OrderState, 'state'>) {
  const { word, kind } = looks[state];
  return <span className={`badge badge-${kind}`}>{word}</span>;
}
