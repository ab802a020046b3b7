import type { Self } from '@swath/client';
import { useMemo, useState } from 'react';
import { Link } from '../router/link.tsx';
import { useSearch } from '../router/location.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { UsageParts } from './usage-parts.tsx';
import { UsageTable } from './usage-table.tsx';
import { periodOf, periods } from './period.ts';
import { type Scope, scopes, useUsage } from './use-usage.ts';
import '../styles/orders.css';
import '../styles/usage.css';

type UsagePageProps = { readonly user: Self };

export function UsagePage({ user }: UsagePageProps) {
  const today = useMemo(() => new Date(), []);
  const known = periods(today);
  const [chosen, setChosen] = useState(known[0]!);
  const [scope, setScope] = useState<Scope>('Organization');
  // Of another organization: for administrators, who come from its page.
  const asked = useSearch().get('organization');
  const whose = asked === null ? user : { ...user, account_id: asked };
  const period = periodOf(chosen, today);
  const usage = useUsage(whose, scope, period);
  return (
    <Page
      title="Usage"
      lead="By when orders were placed: running ones with all that they hold, ended ones with what they delivered."
    >
      <div className="snippet-choices">
        {asked === null ? (
          <Segments legend="Whose" choices={scopes} chosen={scope} onChoose={setScope} />
        ) : (
          <Link to={`/app/admin/accounts?organization=${encodeURIComponent(asked)}`}>Back to the organization</Link>
        )}
        <Segments legend="When" choices={known} chosen={chosen} onChoose={setChosen} />
      </div>
      {usage.isPending && <p role="status">Loading the usage…</p>}
      {usage.error && <ErrorNotice error={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.data && <UsageTable report={usage.data} />}
      <UsageParts user={whose} scope={scope} period={period} />
    </Page>
  );
}
