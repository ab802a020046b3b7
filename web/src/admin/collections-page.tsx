import type { Collection, OrganizationEntry } from '@swath/client';
import { useState } from 'react';
import { mostCollections } from '../catalog/use-collections.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { countText } from '../ui/figures.ts';
import { PlusIcon } from '../ui/icons.tsx';
import { Page } from '../ui/page.tsx';
import { AdminTabs } from './admin-tabs.tsx';
import { placeText, seenByText, timeText } from './collection-texts.ts';
import { CreateCollectionDialog } from './create-collection-dialog.tsx';
import { DeleteCollectionDialog } from './delete-collection-dialog.tsx';
import { EditCollectionDialog } from './edit-collection-dialog.tsx';
import { EmptyCollections } from './empty-collections.tsx';
import { type CollectionList, useCountedCollections } from './use-collections.ts';
import { useOrganizations } from './use-organizations.ts';

type Asked = { readonly what: 'edit' | 'delete'; readonly collection: Collection } | null;

export function CollectionsPage() {
  const [isCreating, setIsCreating] = useState(false);
  const [asked, setAsked] = useState<Asked>(null);
  const found = useCountedCollections();
  const organizations = useOrganizations().data?.data ?? [];
  const itemsOf = ({ id }: Collection) => found.data?.items.get(id) ?? 0;
  const close = () => setAsked(null);
  const create = (
    <button type="button" className="button button-primary" onClick={() => setIsCreating(true)}>
      <PlusIcon />
      Create collection
    </button>
  );
  return (
    <Page title="Collections" lead="What the catalogue is made of, and who sees it." actions={create}>
      <AdminTabs />
      {found.isPending && <p role="status">Loading the collections…</p>}
      {found.error && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
      {found.data?.collections.length === 0 && <EmptyCollections />}
      {found.data && found.data.collections.length > 0 && (
        <section className="panel" aria-label="All collections">
          <DataTable
            label="Collections"
            columns={columnsOf(found.data, organizations, setAsked)}
            rows={found.data.collections}
            rowId={({ id }) => id}
          />
          {found.data.hasMore && <p className="hint">These are the first {countText(mostCollections)}.</p>}
        </section>
      )}
      <CreateCollectionDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
      {asked?.what === 'edit' && <EditCollectionDialog collection={asked.collection} onClose={close} />}
      {asked?.what === 'delete' && (
        <DeleteCollectionDialog
          collection={asked.collection}
          items={itemsOf(asked.collection)}
          organizations={organizations}
          onClose={close}
        />
      )}
    </Page>
  );
}

const columnsOf = (
  { items, areItemsKnown }: CollectionList,
  organizations: readonly OrganizationEntry[],
  onAsk: (asked: Asked) => void,
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
    cell: ({ id }) => (items.has(id) || areItemsKnown ? countText(items.get(id) ?? 0) : 'not counted'),
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
  { header: 'Seen by', cell: ({ id }) => seenByText(id, organizations) },
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
