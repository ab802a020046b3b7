import { useState } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PlusIcon } from '../ui/icons.tsx';
import { Page } from '../ui/page.tsx';
import { AdminTabs } from './admin-tabs.tsx';
import { type Asked, CollectionTable } from './collection-table.tsx';
import { CreateCollectionDialog } from './create-collection-dialog.tsx';
import { DeleteCollectionDialog } from './delete-collection-dialog.tsx';
import { EditCollectionDialog } from './edit-collection-dialog.tsx';
import { EmptyCollections } from './empty-collections.tsx';
import { itemsOf, useCountedCollections } from './use-collections.ts';
import { useOrganizations } from './use-organizations.ts';

export function CollectionsPage() {
  const [isCreating, setIsCreating] = useState(false);
  const [asked, setAsked] = useState<Asked>(null);
  const found = useCountedCollections();
  const organizations = useOrganizations();
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
      {!found.error && organizations.error && (
        <ErrorNotice error={organizations.error} onRetry={() => void organizations.refetch()} />
      )}
      {found.data?.collections.length === 0 && <EmptyCollections />}
      {found.data && found.data.collections.length > 0 && (
        <CollectionTable list={found.data} organizations={organizations.data} onAsk={setAsked} />
      )}
      <CreateCollectionDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
      {asked?.what === 'edit' && <EditCollectionDialog collection={asked.collection} onClose={close} />}
      {asked?.what === 'delete' && found.data && (
        <DeleteCollectionDialog
          collection={asked.collection}
          items={itemsOf(found.data, asked.collection.id)}
          organizations={organizations.data ?? []}
          onClose={close}
        />
      )}
    </Page>
  );
}
