import { type Column, DataTable } from '../ui/data-table.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Page } from '../ui/page.tsx';
import { AdminTabs } from './admin-tabs.tsx';
import { useSettings } from './use-accounts.ts';

export function SettingsPage() {
  const settings = useSettings();
  return (
    <Page title="Settings" lead="Those in force. They are set where the service is started; secrets are not shown.">
      <AdminTabs />
      {settings.isPending && <p role="status">Loading the settings…</p>}
      {settings.error && <ErrorNotice error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.data && (
        <section className="panel" aria-label="All settings">
          <DataTable label="Settings" columns={columns} rows={Object.entries(settings.data)} rowId={([name]) => name} />
        </section>
      )}
    </Page>
  );
}

const columns: readonly Column<readonly [string, unknown]>[] = [
  { header: 'Name', cell: ([name]) => <code>{name}</code> },
  { header: 'Value', cell: ([, value]) => (value === null ? <span className="muted">not set</span> : textOf(value)) },
];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
