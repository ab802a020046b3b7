import type { Select } from '@swath/client';
import { areaSqkm } from '../aoi/area-size.ts';
import { polygonsOf } from '../aoi/area.ts';
import { areaText, countText } from '../ui/figures.ts';
import { gapsOf } from './gaps-of.ts';

type Cover = NonNullable<Select['cover']>;

/** How much the best cover shows, and what it leaves open. */
export function CoverFigures({ cover }: { readonly cover: Cover }) {
  return (
    <>
      <div className="progress">
        <p className="cover-percent">
          <strong>{cover.percent} %</strong> of the area is shown{shownBy(cover)}
        </p>
        <progress max={100} value={cover.percent} aria-label="Share of the area that is shown" />
      </div>
      <p>{gapsText(cover)}</p>
    </>
  );
}

function shownBy({ acquisitions: { length: count }, is_fewest: isFewest }: Cover): string {
  if (count === 0) return '.';
  const who = count === 1 ? ' by 1 acquisition' : ` by ${countText(count)} acquisitions`;
  return isFewest && count > 1 ? `${who}, and no fewer would do.` : `${who}.`;
}

function gapsText(cover: Cover): string {
  const gaps = gapsOf({ cover });
  if (gaps !== null) {
    const count = polygonsOf(gaps).length;
    return `Gaps: ${countText(count)} ${count === 1 ? 'part' : 'parts'}, about ${areaText(areaSqkm(gaps))}, drawn on the map.`;
  }
  return cover.gaps ? 'The gaps are too many to be drawn; the GeoPackage has them.' : 'There are no gaps.';
}
