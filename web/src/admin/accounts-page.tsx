import type { Account, OrganizationEntry } from '@swath/client';
import { useState } from 'react';
import { Link } from '../router/link.tsx';
import { replaceSearch, useSearch } from '../router/location.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { PlusIcon } from '../ui/icons.tsx';
import { Moment } from '../ui/moment.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { Page } from '../ui/page.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useDraft } from '../ui/use-draft.ts';
import { AdminTabs } from './admin-tabs.tsx';
import { CreateAccountDialog } from './create-account-dialog.tsx';
import { OrganizationChoice } from './organization-choice.tsx';
import { OrganizationFacts } from './organization-facts.tsx';
import { useAccounts } from './use-accounts.ts';
import { useOrganizations } from './use-organizations.ts';

export function AccountsPage() {
  const [isCreating, setIsCreating] = useState(false);
  const search = useSearch();
  const organizationId = search.get('organization') ?? '';
  const words = search.get('find') ?? '';
  const narrow = (change: Readonly<Record<string, string>>) => {
    const given = Object.entries({ organization: organizationId, find: words, ...change });
    replaceSearch(new URLSearchParams(given.filter(([, value]) => value !== '')));
  };
  const [typed, type] = useDraft(words, (find) => narrow({ find: find.trim() }), {
    // A space between two names is not taken away while the second one is typed.
    isSame: (text, found) => text.trim() === found,
  });
  const list = useAccounts(organizationId, words);
  const organizations = useOrganizations().data ?? [];
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
      <OrganizationChoice
        organizations={organizations}
        chosen={organizationId}
        onChoose={(organization) => narrow({ organization })}
      />
      <div className="filter-field">
        <TextField
          label="Find an account"
          type="search"
          autoComplete="off"
          hint="By a part of the e-mail address or the name."
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
      </div>
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
          {accounts.length === 0 && <p className="muted">No account like that.</p>}
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
    { header: 'Role', isWord: true, cell: ({ role }) => (role === 'admin' ? 'Administrator' : 'Member') },
    { header: 'State', cell: ({ active }) => <ActiveBadge isActive={active} /> },
    { header: 'Created', cell: ({ created }) => <Moment at={created} nowMs={nowMs} /> },
  ];
}

export const ActiveBadge = ({ isActive }: { readonly isActive: boolean }) => (
  <span className={`badge badge-${isActive ? 'success' : 'plain'}`}>{isActive ? 'Active' : 'Deactivated'}</span>
);
