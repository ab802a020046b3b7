import type { ListedSelect } from '@swath/client';

const looks: Readonly<Record<ListedSelect['status'], { readonly word: string; readonly kind: string }>> = {
  RUNNING: { word: 'Running', kind: 'info' },
  SUCCEEDED: { word: 'Done', kind: 'success' },
  FAILED: { word: 'Failed', kind: 'error' },
};

export function SelectBadge({ status }: Pick<ListedSelect, 'status'>) {
  const { word, kind } = looks[status];
  return <span className={`badge badge-${kind}`}>{word}</span>;
}
