import type { UsageBreakdown, UsageShare } from '@swath/client';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { areaText, bytesText, costText, countText } from '../ui/figures.ts';
import { type MeasureName, measures } from './measures.ts';
import { Share } from './share.tsx';

type PartsTableProps = { readonly breakdown: UsageBreakdown; readonly measure: MeasureName };

const headers = { day: 'Day', key: 'API key', project: 'Project' } as const;
const shown = 10;

export function PartsTable({ breakdown: { by, data, has_more: hasMore }, measure }: PartsTableProps) {
  // The newest day first: it is what one looks for.
  const rows = by === 'day' ? data.toReversed() : data;
  const { of } = measures[measure];
  const highest = rows.reduce((most, share) => Math.max(most, of(share) ?? 0), 0);
  const columns = columnsOf(headers[by], (share) => (highest === 0 ? 0 : (of(share) ?? 0) / highest));
  const table = (part: readonly UsageShare[]) => (
    <DataTable label={`Usage by ${by}`} columns={columns} rows={part} rowId={idOf} />
  );
  return (
    <>
      {table(rows.slice(0, shown))}
      {rows.length > shown && (
        <details>
          <summary>{countText(rows.length - shown)} more</summary>
          {table(rows.slice(shown))}
        </details>
      )}
      {hasMore && <p className="hint">Only the first thousand are listed.</p>}
    </>
  );
}

const idOf = ({ kind, day, key_id: key, project_id: project }: UsageShare): string =>
  `${kind} ${day ?? key ?? project ?? ''}`;

function nameOf({ kind, day, name, key_id: key, project_id: project }: UsageShare): string {
  if (kind === 'day') return day ?? '';
  if (kind === 'sign_in') return 'Signed in';
  if (kind === 'none') return 'Without a project';
  if (kind === 'unknown') return 'Not noted';
  return name || `Deleted or without a name: ${key ?? project}`;
}

const columnsOf = (header: string, shareOf: (share: UsageShare) => number): readonly Column<UsageShare>[] => [
  {
    header,
    cell: (share) => (
      <>
        {nameOf(share)}
        <Share of={shareOf(share)} />
      </>
    ),
  },
  { header: 'Area', isNumber: true, cell: ({ area_sqkm: area }) => areaText(area) },
  { header: 'Orders', isNumber: true, cell: ({ orders }) => countText(orders) },
  { header: 'Requests', isNumber: true, cell: ({ requests }) => countText(requests) },
  { header: 'Delivered', isNumber: true, cell: ({ delivered_bytes: bytes }) => bytesText(bytes) },
  { header: 'Cost', isNumber: true, cell: ({ cost }) => costText(cost) },
];
