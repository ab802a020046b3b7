import type { Account } from '@swath/client';
import { useState } from 'react';
import { Link } from '../router/link.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PlusIcon } from '../ui/icons.tsx';
import { Moment } from '../ui/moment.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { Page } from '../ui/page.tsx';
import { AdminTabs } from './admin-tabs.tsx';
import { CreateAccountDialog } from './create-account-dialog.tsx';
import { useAccounts } from './use-accounts.ts';

export function AccountsPage() {
  const [isCreating, setIsCreating] = useState(false);
  const list = useAccounts();
  const accounts = list.data?.pages.flatMap(({ data }) => data);
  const create = (
    <button type="button" className="button button-primary" onClick={() => setIsCreating(true)}>
      <PlusIcon />
      Create account
    </button>
  );
  return (
    <Page title="Accounts" lead="Who may sign in, newest first." actions={create}>
      <AdminTabs />
      {list.isPending && <p role="status">Loading the accounts…</p>}
      {list.error && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {accounts && (
        <section className="panel" aria-label="All accounts">
          <DataTable label="Accounts" columns={columnsAt(Date.now())} rows={accounts} rowId={({ id }) => id} />
          <MoreButton query={list} what="accounts" />
        </section>
      )}
      <CreateAccountDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </Page>
  );
}

const columnsAt = (nowMs: number): readonly Column<Account>[] => [
  {
    header: 'E-mail',
    cell: ({ id, email, name }) => (
      <>
        <Link to={`/app/admin/accounts/${id}`}>{email}</Link>
        {name !== email && <span className="cell-note">{name}</span>}
      </>
    ),
  },
  { header: 'Role', cell: ({ role }) => (role === 'admin' ? 'Administrator' : 'Member') },
  { header: 'State', cell: ({ active }) => <ActiveBadge isActive={active} /> },
  { header: 'Created', cell: ({ created }) => <Moment at={created} nowMs={nowMs} /> },
];

export const ActiveBadge = ({ isActive }: { readonly isActive: boolean }) => (
  <span className={`badge badge-${isActive ? 'success' : 'plain'}`}>{isActive ? 'Active' : 'Deactivated'}</span>
);
