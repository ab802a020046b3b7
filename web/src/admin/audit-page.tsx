import type { AuditEntry } from '@swath/client';
import { Link } from '../router/link.tsx';
import { useSearch } from '../router/location.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Moment } from '../ui/moment.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { Page } from '../ui/page.tsx';
import { AdminTabs } from './admin-tabs.tsx';
import { AuditDetail } from './audit-detail.tsx';
import { useAudit } from './use-accounts.ts';

export function AuditPage() {
  const target = useSearch().get('target') ?? '';
  const audit = useAudit(target);
  const entries = audit.data?.pages.flatMap(({ data }) => data);
  return (
    <Page
      title="Audit"
      lead="What administrators and owners of accounts did, newest first. Nothing can be removed here."
    >
      <AdminTabs />
      {target !== '' && (
        <p>
          What was done to <code>{target}</code>. <Link to="/app/admin/audit">All deeds</Link>
        </p>
      )}
      {audit.isPending && <p role="status">Loading the audit…</p>}
      {audit.error && <ErrorNotice error={audit.error} onRetry={() => void audit.refetch()} />}
      {entries?.length === 0 && <p className="muted">Nothing so far.</p>}
      {entries && entries.length > 0 && (
        <section className="panel audit" aria-label="Deeds">
          <DataTable label="Audit" columns={columnsAt(Date.now())} rows={entries} rowId={({ id }) => id} />
          <MoreButton query={audit} what="entries" />
        </section>
      )}
    </Page>
  );
}

const Target = ({ id }: { readonly id: string }) => (
  <Link to={`/app/admin/audit?target=${encodeURIComponent(id)}`}>
    <code>{id}</code>
  </Link>
);

const columnsAt = (nowMs: number): readonly Column<AuditEntry>[] => [
  { header: 'Deed', cell: ({ action }) => <code>{action}</code> },
  { header: 'By', cell: ({ actor }) => actor },
  { header: 'Upon', cell: ({ target_id: id }) => id !== null && <Target id={id} /> },
  { header: 'Detail', cell: ({ detail }) => <AuditDetail detail={detail} /> },
  { header: 'From', cell: ({ address }) => address },
  { header: 'When', cell: ({ at }) => <Moment at={at} nowMs={nowMs} /> },
];
