type MapLegendProps = { readonly hasGaps: boolean; readonly marked: string | null };

/** What the colours of the map mean; the tables below say the same in words. */
export function MapLegend({ hasGaps, marked }: MapLegendProps) {
  return (
    <ul className="map-legend" aria-label="What the map shows">
      <li className="legend-area">Area of interest</li>
      <li className="legend-cell">Cell with imagery</li>
      <li className="legend-empty">Cell without</li>
      {marked !== null && <li className="legend-marked">Cell of {marked}</li>}
      {hasGaps && <li className="legend-gap">Gap</li>}
    </ul>
  );
}
