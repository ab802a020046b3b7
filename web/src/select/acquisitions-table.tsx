import type { SelectedAcquisition } from '@swath/client';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { utcDayText } from '../ui/dates.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { areaText, countText, twoDecimalText } from '../ui/figures.ts';
import { MoreButton } from '../ui/more-button.tsx';
import { useAcquisitions } from './use-selects.ts';

type AcquisitionsTableProps = {
  readonly id: string;
  /** Those of the best cover. */
  readonly cover: readonly string[];
  /** The one whose cells stand out on the map. */
  readonly marked: string | null;
  readonly onMark: (id: string | null) => void;
};

export function AcquisitionsTable({ id, cover, marked, onMark }: AcquisitionsTableProps) {
  const found = useAcquisitions(id);
  const rows = found.data?.pages.flatMap(({ data }) => data);
  return (
    <section className="panel acquisitions-panel" aria-labelledby="acquisitions-title">
      <h2 id="acquisitions-title">Acquisitions</h2>
      {found.isPending && <p role="status">Loading the acquisitions…</p>}
      {found.error && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
      {rows && (
        <DataTable
          label="Acquisitions"
          columns={[...columnsWith(new Set(cover)), markColumn(marked, onMark)]}
          rows={rows}
          rowId={({ collection, id }) => `${collection}/${id}`}
        />
      )}
      <MoreButton query={found} what="acquisitions" />
    </section>
  );
}

const columnsWith = (cover: ReadonlySet<string>): readonly Column<SelectedAcquisition>[] => [
  {
    header: 'Acquisition',
    isWord: true,
    cell: ({ id, collection, platform }) => (
      <>
        {id} {cover.has(id) && <span className="badge badge-info">Best cover</span>}
        <span className="cell-note">{[platform, collection].filter(Boolean).join(', ')}</span>
      </>
    ),
  },
  { header: 'Taken', cell: ({ datetime }) => <time dateTime={datetime}>{utcDayText(new Date(datetime))}</time> },
  { header: 'Cloud', isNumber: true, cell: ({ cloud_percentage: share }) => <Figure value={share} unit=" %" /> },
  { header: 'GSD', isNumber: true, cell: ({ gsd }) => <Figure value={gsd} unit=" m" /> },
  { header: 'Off-nadir', isNumber: true, cell: ({ off_nadir: angle }) => <Figure value={angle} unit="°" /> },
  {
    header: 'Area',
    isNumber: true,
    cell: ({ area_sqkm: sqkm, tiles }) => (
      <span>
        {areaText(sqkm)}
        <span className="cell-note">{tiles === 1 ? '1 tile' : `${countText(tiles)} tiles`}</span>
      </span>
    ),
  },
  {
    header: 'HD',
    cell: ({ hd }) => (
      <>
        <span className={`badge badge-${hd.is_possible ? 'success' : 'plain'}`}>{hd.is_possible ? 'Yes' : 'No'}</span>
        <span className="cell-note">{hd.reason}</span>
      </>
    ),
  },
];

const markColumn = (marked: string | null, onMark: AcquisitionsTableProps['onMark']): Column<SelectedAcquisition> => ({
  header: 'Map',
  cell: ({ id }) => (
    <button
      type="button"
      className="button button-small"
      aria-pressed={marked === id}
      aria-label={`Show the cells of ${id} on the map`}
      onClick={() => onMark(marked === id ? null : id)}
    >
      {marked === id ? 'Shown' : 'Show'}
    </button>
  ),
});

function Figure({ value, unit }: { readonly value: number | null; readonly unit: string }) {
  if (value !== null) return <span>{`${twoDecimalText(value)}${unit}`}</span>;
  return (
    <span>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">unknown</span>
    </span>
  );
}
