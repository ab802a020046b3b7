import type { Collection, OrganizationEntry } from '@swath/client';
import { useState } from 'react';
import { CollectionFind, mostSeen } from '../catalog/collection-find.tsx';
import { holding } from '../catalog/named-collections.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { countText } from '../ui/figures.ts';
import { placeText, seenByText, timeText } from './collection-texts.ts';
import { type CollectionList, itemsOf } from './use-collections.ts';

export type Asked = { readonly what: 'edit' | 'delete'; readonly collection: Collection } | null;

type CollectionTableProps = {
  readonly list: CollectionList;
  /** Undefined while they are not known. */
  readonly organizations: readonly OrganizationEntry[] | undefined;
  readonly onAsk: (asked: Asked) => void;
};

export function CollectionTable(props: CollectionTableProps) {
  const [words, setWords] = useState('');
  const { list } = props;
  const { collections, hasMore } = list;
  const rows = collections.filter(holding(words));
  return (
    <section className="panel" aria-label="All collections">
      {collections.length > mostSeen && (
        <CollectionFind
          words={words}
          onWords={setWords}
          found={rows.length}
          total={collections.length}
          hasMore={hasMore}
        />
      )}
      <DataTable label="Collections" columns={columnsOf(list, props)} rows={rows} rowId={({ id }) => id} />
    </section>
  );
}

const countedText = (items: number | null): string => (items === null ? 'not counted' : countText(items));

const columnsOf = (
  list: CollectionList,
  { organizations, onAsk }: CollectionTableProps,
): readonly Column<Collection>[] => [
  {
    header: 'Collection',
    cell: ({ id, title }) => (
      <>
        {title ?? id}
        {title !== undefined && title !== id && <span className="cell-note">{id}</span>}
      </>
    ),
  },
  {
    header: 'Items',
    isNumber: true,
    cell: ({ id }) => countedText(itemsOf(list, id)),
  },
  {
    header: 'Extent',
    cell: (collection) => (
      <>
        {placeText(collection)}
        <span className="cell-note">{timeText(collection)}</span>
      </>
    ),
  },
  { header: 'Seen by', isWord: true, cell: ({ id }) => seenByText(id, organizations) },
  {
    header: 'Change',
    cell: (collection) => (
      <span className="row-actions">
        <button
          type="button"
          className="button button-small"
          aria-label={`Edit ${collection.id}`}
          onClick={() => onAsk({ what: 'edit', collection })}
        >
          Edit
        </button>
        <button
          type="button"
          className="button button-small"
          aria-label={`Delete ${collection.id}`}
          onClick={() => onAsk({ what: 'delete', collection })}
        >
          Delete
        </button>
      </span>
    ),
  },
];
