import type { SavedSearch } from '@swath/client';
import { Link } from '../router/link.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Moment } from '../ui/moment.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { EmptySearches } from './empty-searches.tsx';
import { PauseBadge } from './pause-badge.tsx';
import { savedSearchPath } from './saved-search-path.ts';
import { actionText, searchText, toldText } from './search-texts.ts';
import { useSavedSearches } from './use-saved-searches.ts';

export function SavedSearchList() {
  const list = useSavedSearches();
  const searches = list.data?.pages.flatMap(({ data }) => data);
  return (
    <>
      {list.isPending && <p role="status">Loading your searches…</p>}
      {list.error && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {searches?.length === 0 && <EmptySearches />}
      {searches && searches.length > 0 && (
        <section className="panel" aria-label="Your saved searches">
          <DataTable label="Saved searches" columns={columnsAt(Date.now())} rows={searches} rowId={({ id }) => id} />
          <MoreButton query={list} what="searches" />
        </section>
      )}
    </>
  );
}

const columnsAt = (nowMs: number): readonly Column<SavedSearch>[] => [
  {
    header: 'Name',
    cell: (saved) => (
      <>
        <Link to={savedSearchPath(saved.id)}>{saved.name}</Link>
        <span className="cell-note">{searchText(saved)}</span>
      </>
    ),
  },
  { header: 'State', cell: (saved) => <PauseBadge saved={saved} nowMs={nowMs} /> },
  { header: 'Told', cell: (saved) => toldText(saved) },
  { header: 'Then', cell: (saved) => actionText(saved) },
  { header: 'Saved', cell: ({ created }) => <Moment at={created} nowMs={nowMs} /> },
];
