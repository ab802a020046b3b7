import type { Select, SelectedAcquisition } from '@swath/client';
import { Link } from '../router/link.tsx';
import type { Column } from '../ui/data-table.tsx';
import { utcDayText } from '../ui/dates.ts';
import { Fact, Facts } from '../ui/facts.tsx';
import { areaText, countText, twoDecimalText } from '../ui/figures.ts';
import { Moment } from '../ui/moment.tsx';
import type { Source } from './draft.ts';
import { LongTable } from './long-table.tsx';

type SelectSource = Extract<Source, { kind: 'select' }>;

type SelectAcquisitionsProps = {
  readonly select: Select;
  readonly acquisitions: readonly SelectedAcquisition[];
  readonly mayBeParted: boolean;
  readonly source: SelectSource;
  readonly onChange: (source: SelectSource) => void;
};

/** What a select has chosen, of which a part may be left out. */
export function SelectAcquisitions({ select, acquisitions, mayBeParted, source, onChange }: SelectAcquisitionsProps) {
  const ids = acquisitions.map(({ id }) => id);
  const leaveOut = (leftOut: Iterable<string>) => onChange({ ...source, leftOut: new Set(leftOut) });
  const toggle = (id: string) =>
    leaveOut(source.leftOut.has(id) ? [...source.leftOut].filter((each) => each !== id) : [...source.leftOut, id]);
  const kept = ids.filter((id) => !source.leftOut.has(id)).length;
  return (
    <>
      <SelectFacts select={select} />
      <div className="table-toolbar">
        <p role="status">
          {countText(kept)} of {countText(ids.length)} acquisitions
        </p>
        {mayBeParted && (
          <div className="page-actions">
            <button type="button" className="button button-small" onClick={() => leaveOut([])}>
              Choose all
            </button>
            <button type="button" className="button button-small" onClick={() => leaveOut(ids)}>
              Choose none
            </button>
          </div>
        )}
      </div>
      <LongTable
        label="Acquisitions"
        columns={columnsOf(source.leftOut, mayBeParted, toggle)}
        rows={acquisitions}
        rowId={({ id }) => id}
      />
      {!mayBeParted && (
        <p className="hint">It is too large to be ordered in part: for a part, select a smaller area.</p>
      )}
    </>
  );
}

function SelectFacts({ select }: { readonly select: Select }) {
  const { id, name, usage, stack_depth_summary: summary, aoi_area_sqkm: aoi, expires } = select;
  return (
    <Facts>
      <Fact name="Select">
        <Link to={`/app/selects/${id}`}>{name ?? id}</Link>
      </Fact>
      {aoi !== null && <Fact name="Area of interest">{areaText(aoi)}</Fact>}
      {usage && <Fact name="Imagery">{areaText(usage.area.total_imagery_sqkm)}</Fact>}
      {summary && <Fact name="Tiles">{countText(summary.tiles)}</Fact>}
      <Fact name="Expires">
        <Moment at={expires} nowMs={Date.now()} />
      </Fact>
    </Facts>
  );
}

const columnsOf = (
  leftOut: ReadonlySet<string>,
  mayBeParted: boolean,
  toggle: (id: string) => void,
): readonly Column<SelectedAcquisition>[] => [
  {
    header: 'Acquisition',
    isWord: true,
    cell: ({ id }) => (
      <label className="check">
        <input type="checkbox" checked={!leftOut.has(id)} disabled={!mayBeParted} onChange={() => toggle(id)} />
        {id}
      </label>
    ),
  },
  { header: 'Date', cell: ({ datetime }) => utcDayText(new Date(datetime)) },
  { header: 'Cloud', isNumber: true, cell: ({ cloud_percentage: cloud }) => figureText(cloud, '%') },
  { header: 'Pixel', isNumber: true, cell: ({ gsd }) => figureText(gsd, 'm') },
  { header: 'HD', isWord: true, cell: ({ hd }) => <span title={hd.reason}>{hd.is_possible ? 'possible' : 'no'}</span> },
  { header: 'Tiles', isNumber: true, cell: ({ tiles }) => countText(tiles) },
  { header: 'Area', isNumber: true, cell: ({ area_sqkm: sqkm }) => areaText(sqkm) },
];

const figureText = (value: number | null, unit: string): string =>
  value === null ? 'unknown' : `${twoDecimalText(value)} ${unit}`;
