import type { Health } from '@swath/client';
import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { AdminTabs } from './admin-tabs.tsx';
import { adminApi } from './api.ts';
import { HealthFacts } from './health-facts.tsx';
import { HealthQueues } from './health-queues.tsx';
import '../styles/orders.css';

const lookAgainMs = 5_000;

export function HealthPage() {
  const found = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => adminApi.health({ signal }),
    refetchInterval: lookAgainMs,
  });
  return (
    <Page title="Health" lead="How the service is. Looked at every few seconds.">
      <AdminTabs />
      {found.isPending && <p role="status">Looking…</p>}
      {found.error && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && (
        <>
          {/* What cannot be asked is not known to be well. */}
          {!found.error && <Verdict trouble={found.data.trouble} />}
          <HealthFacts health={found.data} />
          <HealthQueues health={found.data} />
        </>
      )}
    </Page>
  );
}

function Verdict({ trouble }: Pick<Health, 'trouble'>) {
  if (trouble.length === 0) return <Notice kind="success" title="All is well" />;
  return trouble.map(({ kind, text }) => (
    <Notice key={text} kind={kind === 'error' ? 'error' : 'info'} title={kind === 'error' ? 'Trouble' : 'To look at'}>
      <p>{text}</p>
    </Notice>
  ));
}
