import type { Select } from '@swath/client';
import { NoMap } from '../map/no-map.tsx';
import { Link } from '../router/link.tsx';
import { countText } from '../ui/figures.ts';
import { later } from '../ui/later.tsx';
import { CoverFigures } from './cover-figures.tsx';
import { gapsOf } from './gaps-of.ts';
import { MapLegend } from './map-legend.tsx';

const SelectMap = later(
  async () => (await import('./select-map.tsx')).SelectMap,
  <p role="status">Loading the map…</p>,
  NoMap,
);

type SelectCoverageProps = {
  readonly select: Select;
  /** The acquisition whose cells stand out. */
  readonly marked: string | null;
};

/** How much of the area there is imagery of, in figures and on a map. */
export function SelectCoverage({ select, marked }: SelectCoverageProps) {
  const { cover, stack_depth_summary: depth } = select;
  return (
    <section className="panel" aria-labelledby="coverage-title">
      <h2 id="coverage-title">Coverage</h2>
      {cover && <CoverFigures cover={cover} />}
      {!cover && select.aoi_area_sqkm !== null && (
        <p className="muted">
          How much of the area is shown was not asked for:{' '}
          <Link to={`/app/select?from=${select.id}`}>run it again</Link> with a best cover to see it with its gaps.
        </p>
      )}
      {depth && (
        <p>
          {countText(depth.cells_with_tiles)} of {countText(depth.cells)} cells have imagery;{' '}
          {countText(depth.fulfilled)} of them the whole stack of {countText(depth.requested)}.
        </p>
      )}
      <div className="select-map">
        <SelectMap select={select} marked={marked} />
      </div>
      <MapLegend hasGaps={gapsOf(select) !== null} marked={marked} />
    </section>
  );
}
