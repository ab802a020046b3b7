import type { ListedSelect } from '@swath/client';
import { Link } from '../router/link.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { areaText, countText } from '../ui/figures.ts';
import { PlusIcon } from '../ui/icons.tsx';
import { Moment } from '../ui/moment.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { Page } from '../ui/page.tsx';
import { EmptySelects } from './empty-selects.tsx';
import { SelectBadge } from './select-badge.tsx';
import { useSelectList } from './use-selects.ts';
import '../styles/select.css';

export function SelectsPage() {
  const list = useSelectList();
  const selects = list.data?.pages.flatMap(({ data }) => data);
  const start = (
    <Link to="/app/select" className="button button-primary">
      <PlusIcon />
      New select
    </Link>
  );
  return (
    <Page
      title="Selects"
      lead="The best imagery over an area, found and kept for you to look at and order."
      actions={start}
    >
      {list.isPending && <p role="status">Loading your selects…</p>}
      {list.error && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {selects?.length === 0 && <EmptySelects />}
      {selects && selects.length > 0 && (
        <section className="panel" aria-label="Your selects">
          <DataTable label="Selects" columns={columnsAt(Date.now())} rows={selects} rowId={({ id }) => id} />
          <MoreButton query={list} what="selects" />
        </section>
      )}
    </Page>
  );
}

const columnsAt = (nowMs: number): readonly Column<ListedSelect>[] => [
  {
    header: 'Select',
    isWord: true,
    cell: ({ id, name }) => (
      <>
        <Link to={`/app/selects/${id}`}>{name?.trim() ? name : id}</Link>
        {name?.trim() && <span className="cell-note">{id}</span>}
      </>
    ),
  },
  { header: 'State', cell: ({ status }) => <SelectBadge status={status} /> },
  {
    header: 'Acquisitions',
    isNumber: true,
    cell: ({ unique_acquisitions: count }) => (count === null ? '' : countText(count)),
  },
  {
    header: 'Area',
    isNumber: true,
    cell: ({ aoi_area_sqkm: sqkm }) => (sqkm === null ? '' : areaText(sqkm)),
  },
  {
    header: 'Imagery',
    isNumber: true,
    cell: ({ usage }) => (usage === null ? '' : areaText(usage.area.total_imagery_sqkm)),
  },
  { header: 'Made', cell: ({ created }) => <Moment at={created} nowMs={nowMs} /> },
  { header: 'Expires', cell: ({ expires }) => <Moment at={expires} nowMs={nowMs} /> },
];
