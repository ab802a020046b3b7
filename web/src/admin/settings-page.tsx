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
      {settings.data && <HdWindow settings={settings.data} />}
      {settings.data && (
        <section className="panel" aria-label="All settings">
          <DataTable label="Settings" columns={columns} rows={Object.entries(settings.data)} rowId={([name]) => name} />
        </section>
      )}
    </Page>
  );
}

/** Which imagery may be ordered with HD, in the words of its two settings. */
function HdWindow({ settings }: { readonly settings: Readonly<Record<string, unknown>> }) {
  const [above, upTo] = [settings['SWATH_HD_ABOVE_GSD'], settings['SWATH_HD_UP_TO_GSD']];
  return (
    <section className="panel" aria-labelledby="hd-title">
      <h2 id="hd-title">HD window</h2>
      <p>
        HD may be ordered of imagery that is coarser than <strong>{textOf(above)} m</strong> and at most{' '}
        <strong>{textOf(upTo)} m</strong> a pixel, for everybody.
      </p>
    </section>
  );
}

const columns: readonly Column<readonly [string, unknown]>[] = [
  { header: 'Name', cell: ([name]) => <code>{name}</code> },
  { header: 'Value', cell: ([, value]) => (isSet(value) ? textOf(value) : <span className="muted">not set</span>) },
];

const isSet = (value: unknown): boolean => value !== null && !(Array.isArray(value) && value.length === 0);

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
