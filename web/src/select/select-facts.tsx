import type { Select } from '@swath/client';
import { Fact, Facts } from '../ui/facts.tsx';
import { areaText, countText } from '../ui/figures.ts';
import { Moment } from '../ui/moment.tsx';
import { SelectBadge } from './select-badge.tsx';

type SelectFactsProps = { readonly select: Select };

export function SelectFacts({ select }: SelectFactsProps) {
  const nowMs = Date.now();
  const { status, aoi_area_sqkm: area, stack_depth_summary: depth } = select;
  return (
    <section className="panel" aria-label="State">
      <p className="order-state" role="status">
        <SelectBadge status={status} />
        <span>{stateText(select)}</span>
      </p>
      <Facts>
        <Fact name="Select id">
          <code>{select.id}</code>
        </Fact>
        <Fact name="Made">
          <Moment at={select.created} nowMs={nowMs} />
        </Fact>
        <Fact name="Expires">
          <Moment at={select.expires} nowMs={nowMs} />
        </Fact>
        {area !== null && <Fact name="Area of interest">{areaText(area)}</Fact>}
        {depth && (
          <Fact name="Tiles chosen">
            {countText(depth.tiles)} of {countText(depth.candidate_tiles)} that show some of it
          </Fact>
        )}
      </Facts>
    </section>
  );
}

const plural = (number: number, word: string): string => `${countText(number)} ${word}${number === 1 ? '' : 's'}`;

function stateText({ status, stack_depth_summary: depth, unique_acquisitions: count }: Select): string {
  if (status === 'RUNNING') return 'Looking through the archive. This page shows the result as soon as it is there.';
  if (status === 'FAILED' || depth === null) return 'It found nothing because it failed.';
  if (depth.tiles === 0) return 'No imagery matches.';
  return `${plural(depth.tiles, 'tile')} of ${plural(count ?? 0, 'acquisition')}.`;
}
