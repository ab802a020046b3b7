import type { Self } from '@swath/client';
import { useState } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { UsageTable } from './usage-table.tsx';
import { type Scope, periodOf, scopes, useUsage, years } from './use-usage.ts';
import '../styles/orders.css';

type UsagePageProps = { readonly user: Self };

export function UsagePage({ user }: UsagePageProps) {
  const known = years(new Date());
  const [year, setYear] = useState(known[0]!);
  const [scope, setScope] = useState<Scope>('Organization');
  const usage = useUsage(user, scope, periodOf(year));
  return (
    <Page
      title="Usage"
      lead="By when orders were placed: running ones with all that they hold, ended ones with what they delivered."
    >
      <div className="snippet-choices">
        <Segments legend="Whose" choices={scopes} chosen={scope} onChoose={setScope} />
        <Segments legend="Year" choices={known} chosen={year} onChoose={setYear} />
      </div>
      {usage.isPending && <p role="status">Loading the usage…</p>}
      {usage.error && <ErrorNotice error={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.data && <UsageTable report={usage.data} />}
    </Page>
  );
}
