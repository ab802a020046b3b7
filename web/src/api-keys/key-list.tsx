import type { ApiKey } from '@swath/client';
import { useState } from 'react';
import { TrashIcon } from '../ui/icons.tsx';
import { KeyTable } from './key-table.tsx';

type KeyListProps = { readonly keys: readonly ApiKey[]; readonly onDelete: (keys: readonly ApiKey[]) => void };

/** The table with what can be done to several keys at once. */
export function KeyList({ keys, onDelete }: KeyListProps) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  // Keys that are gone do not count, even while their ids are still remembered.
  const selected = keys.filter((key) => selectedIds.has(key.id));

  return (
    <section className="panel key-list" aria-label="Your keys">
      <div className="key-toolbar">
        <p role="status">
          {selected.length === 0 ? countText(keys.length) : `${selected.length} of ${keys.length} selected`}
        </p>
        {selected.length > 0 && (
          <button type="button" className="button button-danger" onClick={() => onDelete(selected)}>
            <TrashIcon />
            Delete selected
          </button>
        )}
      </div>
      <KeyTable
        keys={keys}
        selectedIds={new Set(selected.map((key) => key.id))}
        onSelect={setSelectedIds}
        onDelete={(key) => onDelete([key])}
      />
    </section>
  );
}

function countText(count: number): string {
  return count === 1 ? '1 key' : `${count} keys`;
}
