import { type Order, type OrderFile, isEnded } from '@swath/client';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { bytesText } from '../ui/figures.ts';
import { MoreButton } from '../ui/more-button.tsx';
import { ManifestButton } from './manifest-button.tsx';
import { useOrderFiles } from './use-orders.ts';

type OrderFilesProps = { readonly order: Order };

export function OrderFiles({ order }: OrderFilesProps) {
  const files = useOrderFiles(order.id);
  const rows = files.data?.pages.flatMap(({ data }) => data);
  return (
    <section className="panel" aria-labelledby="files-title">
      <div className="table-toolbar">
        <h2 id="files-title">Files</h2>
        {isEnded(order) && rows && rows.length > 0 && <ManifestButton id={order.id} />}
      </div>
      {files.isPending && <p role="status">Loading the files…</p>}
      {files.error && <ErrorNotice error={files.error} onRetry={() => void files.refetch()} />}
      {rows?.length === 0 && <p className="muted">None so far.</p>}
      {rows && rows.length > 0 && <DataTable label="Files" columns={columns} rows={rows} rowId={({ key }) => key} />}
      <MoreButton query={files} what="files" />
    </section>
  );
}

const columns: readonly Column<OrderFile>[] = [
  {
    header: 'File',
    cell: ({ key, link }) =>
      link === null ? (
        <code>{key}</code>
      ) : (
        <a href={link} download>
          <code>{key}</code>
        </a>
      ),
  },
  { header: 'Size', isNumber: true, cell: ({ size }) => (size === null ? '' : bytesText(size)) },
  {
    header: 'SHA-256',
    isWord: true,
    cell: ({ sha256 }) => (sha256 === null ? '' : <code title={sha256}>{sha256.slice(0, 12)}…</code>),
  },
];
