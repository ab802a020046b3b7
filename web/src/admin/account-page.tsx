import type { Member } from '@swath/client';
import { Link } from '../router/link.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Moment } from '../ui/moment.tsx';
import { Page } from '../ui/page.tsx';
import { AccountActions } from './account-actions.tsx';
import { ActiveBadge } from './accounts-page.tsx';
import { AdminTabs } from './admin-tabs.tsx';
import { TermsForm } from './terms-form.tsx';
import { useAccount } from './use-accounts.ts';
import '../styles/orders.css';

type AccountPageProps = { readonly id: string };

export function AccountPage({ id }: AccountPageProps) {
  const found = useAccount(id);
  return (
    <Page title={found.data?.email ?? 'Account'} lead={<Link to="/app/admin/accounts">All accounts</Link>}>
      <AdminTabs />
      {found.isPending && <p role="status">Loading the account…</p>}
      {found.error && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && (
        <>
          <AccountFacts account={found.data} />
          <AccountActions account={found.data} />
          <TermsForm account={found.data} />
        </>
      )}
    </Page>
  );
}

function AccountFacts({ account }: { readonly account: Member }) {
  const nowMs = Date.now();
  return (
    <section className="panel" aria-label="The account">
      <Facts>
        <Fact name="State">
          <ActiveBadge isActive={account.active} />
        </Fact>
        <Fact name="Name">{account.name}</Fact>
        <Fact name="Role">{account.role === 'admin' ? 'Administrator' : 'Member'}</Fact>
        <Fact name="May">{account.permissions.join(', ')}</Fact>
        <Fact name="Organization">
          <Link to={`/app/admin/accounts?organization=${encodeURIComponent(account.organization.id)}`}>
            {account.organization.name}
          </Link>
        </Fact>
        <Fact name="Created">
          <Moment at={account.created} nowMs={nowMs} />
        </Fact>
        <Fact name="Audit">
          <Link to={`/app/admin/audit?target=${encodeURIComponent(account.id)}`}>What was done to it</Link>
        </Fact>
      </Facts>
    </section>
  );
}
