import { Link } from '../router/link.tsx';
import { countText } from '../ui/figures.ts';
import { type Source, listed } from './draft.ts';
import { TextArea } from '../ui/text-area.tsx';

type NamedSource = Extract<Source, { kind: 'acquisitions' }>;
type AcquisitionIdsProps = { readonly source: NamedSource; readonly onChange: (source: NamedSource) => void };

/** Acquisitions by name, of which everything is ordered unless an area is given. */
export function AcquisitionIds({ source, onChange }: AcquisitionIdsProps) {
  const ids = listed(source.ids);
  const inCells = ids.filter((id) => source.cells.has(id)).length;
  return (
    <>
      <p>
        Acquisitions by their ids. Which there are shows <Link to="/app/explore">Explore</Link>; a{' '}
        <Link to="/app/selects">select</Link> finds the best for an area.
      </p>
      <TextArea
        label="Acquisitions"
        rows={3}
        value={source.ids}
        isCode
        autoComplete="off"
        onChange={({ currentTarget }) => onChange({ ...source, ids: currentTarget.value })}
        placeholder="104001005D31F400"
        hint="One a line, or with commas between."
      />
      <p className="muted" role="status">
        {countText(ids.length)} {ids.length === 1 ? 'acquisition' : 'acquisitions'}
        {inCells > 0 && `, ${countText(inCells)} of them in the cells of the order that was cloned`}
      </p>
      <TextArea
        label="Area"
        isOptional
        rows={2}
        value={source.area}
        isCode
        autoComplete="off"
        onChange={({ currentTarget }) => onChange({ ...source, area: currentTarget.value })}
        placeholder="west, south, east, north"
        hint="Four numbers in degrees, well-known text or GeoJSON; without one all that the acquisitions show is ordered."
      />
    </>
  );
}
