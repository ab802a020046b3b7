import type { ApiKey } from '@swath/client';
import { useState } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PlusIcon } from '../ui/icons.tsx';
import { Page } from '../ui/page.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { DeleteKeysDialog } from './delete-keys-dialog.tsx';
import { EmptyKeys } from './empty-keys.tsx';
import { KeyList } from './key-list.tsx';
import { Snippets } from './snippets.tsx';
import { useKeys } from './use-keys.ts';

const lead = 'A key lets a program act as you: search, select, order and stream. Treat it like a password.';

export function ApiKeyPage() {
  const keys = useKeys();
  const [isCreating, setIsCreating] = useState(false);
  const [doomed, setDoomed] = useState<readonly ApiKey[]>([]);
  const openCreate = () => setIsCreating(true);

  const create = (
    <button type="button" className="button button-primary" onClick={openCreate}>
      <PlusIcon />
      Create key
    </button>
  );
  return (
    <Page title="API Key" lead={lead} actions={create}>
      {keys.isPending && <p role="status">Loading your keys…</p>}
      {keys.error && <ErrorNotice error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.data?.length === 0 && <EmptyKeys />}
      {keys.data && keys.data.length > 0 && <KeyList keys={keys.data} onDelete={setDoomed} />}
      {keys.data && <Snippets keys={keys.data} />}
      <CreateKeyDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
      <DeleteKeysDialog keys={doomed} onClose={() => setDoomed([])} />
    </Page>
  );
}
