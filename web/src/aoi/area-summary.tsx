import { useRef } from 'react';
import { areaText as sizeText, countText, degreesText } from '../ui/figures.ts';
import { areaSqkm } from './area-size.ts';
import { type Area, boxOf, cornerCount, wrapped } from './area.ts';

type AreaSummaryProps = { readonly area: Area | null; readonly onClear: () => void };

/** How large the area is and where it lies, so that swapped coordinates are noticed. */
export function AreaSummary({ area, onClear }: AreaSummaryProps) {
  const figures = useRef<HTMLParagraphElement>(null);

  function clear(): void {
    onClear();
    // The button goes with the area.
    figures.current?.focus();
  }

  return (
    <div className="area-summary">
      <p role="status" tabIndex={-1} ref={figures}>
        {area === null ? 'No area yet.' : <AreaFigures area={area} />}
      </p>
      {area !== null && (
        <button type="button" className="button button-small" onClick={clear}>
          Clear area
        </button>
      )}
    </div>
  );
}

function AreaFigures({ area }: { readonly area: Area }) {
  const [west, south, east, north] = wrapped(boxOf(area));
  const corners = cornerCount(area);
  return (
    <>
      <strong>About {sizeText(areaSqkm(area))}</strong>, {countText(corners)} corners{' '}
      <span className="muted">
        {latitude(south)} to {latitude(north)}, {longitude(west)} to {longitude(east)}
      </span>
    </>
  );
}

const latitude = (y: number): string => `${degreesText(Math.abs(y))}° ${y < 0 ? 'S' : 'N'}`;
const longitude = (x: number): string => `${degreesText(Math.abs(x))}° ${x < 0 ? 'W' : 'E'}`;
