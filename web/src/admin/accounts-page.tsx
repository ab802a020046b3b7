import type { Account, OrganizationEntry } from '@swath/client';
import { useState } from 'react';
import { Link } from '../router/link.tsx';
import { useSearch } from '../router/location.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PlusIcon } from '../ui/icons.tsx';
import { Moment } from '../ui/moment.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { Page } from '../ui/page.tsx';
import { AdminTabs } from './admin-tabs.tsx';
import { CreateAccountDialog } from './create-account-dialog.tsx';
import { OrganizationChoice } from './organization-choice.tsx';
import { OrganizationFacts } from './organization-facts.tsx';
import { useAccounts } from './use-accounts.ts';
import { useOrganizations } from './use-organizations.ts';

export function AccountsPage() {
  const [isCreating, setIsCreating] = useState(false);
  const organizationId = useSearch().get('organization') ?? '';
  const list = useAccounts(organizationId);
  const organizations = useOrganizations().data?.data ?? [];
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
      <OrganizationChoice organizations={organizations} chosen={organizationId} />
      {organizationId !== '' && <OrganizationFacts id={organizationId} />}
      {list.isPending && <p role="status">Loading the accounts…</p>}
      {list.error && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {accounts && (
        <section className="panel" aria-label="All accounts">
          <DataTable
            label="Accounts"
            columns={columnsAt(Date.now(), organizations)}
            rows={accounts}
            rowId={({ id }) => id}
          />
          <MoreButton query={list} what="accounts" />
        </section>
      )}
      <CreateAccountDialog
        isOpen={isCreating}
        organizations={organizations}
        organizationId={organizationId}
        onClose={() => setIsCreating(false)}
      />
    </Page>
  );
}

function columnsAt(nowMs: number, organizations: readonly OrganizationEntry[]): readonly Column<Account>[] {
  const names = new Map(organizations.map(({ id, name }) => [id, name]));
  return [
    {
      header: 'E-mail',
      cell: ({ id, email, name }) => (
        <>
          <Link to={`/app/admin/accounts/${id}`}>{email}</Link>
          {name !== email && <span className="cell-note">{name}</span>}
        </>
      ),
    },
    { header: 'Organization', cell: ({ organization_id: id }) => names.get(id) ?? id },
    { header: 'Role', cell: ({ role }) => (role === 'admin' ? 'Administrator' : 'Member') },
    { header: 'State', cell: ({ active }) => <ActiveBadge isActive={active} /> },
    { header: 'Created', cell: ({ created }) => <Moment at={created} nowMs={nowMs} /> },
  ];
}

export const ActiveBadge = ({ isActive }: { readonly isActive: boolean }) => (
  <span className={`badge badge-${isActive ? 'success' : 'plain'}`}>{isActive ? 'Active' : 'Deactivated'}</span>
);
