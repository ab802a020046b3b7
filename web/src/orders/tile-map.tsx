import type { OrderTile } from '@swath/client';
import { useEffect, useMemo, useState } from 'react';
import { DrawnFeatures, type LayerLook } from '../map/drawn-features.tsx';
import type { Box } from '../map/geometry-box.ts';
import { useMap } from '../map/map-context.ts';
import { MapView } from '../map/map-view.tsx';
import { narrowBoxOfFeatures } from '../map/narrow-box.ts';
import { type CellProperties, cellsOf } from './cells-of-tiles.ts';
import { tileLooks, tileStates } from './tile-states.ts';

type TileMapProps = { readonly tiles: readonly OrderTile[] };

/** Where the tiles lie and how far they are; the table says the same. */
export function TileMap({ tiles }: TileMapProps) {
  const cells = useMemo(() => cellsOf(tiles), [tiles]);
  const [picked, setPicked] = useState<CellProperties | null>(null);
  const box = narrowBoxOfFeatures(cells);
  return (
    <div className="tile-map">
      <MapView label="Map of the tiles" view={{ center: [0, 20], zoom: 0 }}>
        <DrawnFeatures id="order-cells" data={cells} layers={layers} />
        {box && <FitTo box={box} />}
        <PickCell onPick={setPicked} />
      </MapView>
      <ul className="legend" aria-label="Colours of the map">
        {tileStates.map((state) => (
          <li key={state}>
            <span className="legend-mark" style={{ backgroundColor: tileLooks[state].colour }} aria-hidden="true" />
            {tileLooks[state].word}
          </li>
        ))}
      </ul>
      <p className="muted" role="status">
        {picked && `Cell ${picked.cell}: ${tileLooks[picked.state].word.toLowerCase()}, ${tilesText(picked.tiles)}`}
      </p>
    </div>
  );
}

const tilesText = (count: number) => (count === 1 ? '1 tile' : `${count} tiles`);

/** Once: what comes later must not move what somebody looks at. */
function FitTo({ box }: { readonly box: Box }) {
  const map = useMap();
  const [first] = useState(box);
  useEffect(() => {
    map.fitBounds([...first], { padding: 32, maxZoom: 12, animate: false });
  }, [map, first]);
  return null;
}

function PickCell({ onPick }: { readonly onPick: (cell: CellProperties | null) => void }) {
  const map = useMap();
  useEffect(() => {
    const subscription = map.on('click', (event) => {
      const [feature] = map.queryRenderedFeatures(event.point, { layers: ['order-cells-fill'] });
      onPick(feature ? (feature.properties as CellProperties) : null);
    });
    return () => subscription.unsubscribe();
  }, [map, onPick]);
  return null;
}

const colour = [
  'match',
  ['get', 'state'],
  ...tileStates.flatMap((state) => [state, tileLooks[state].colour]),
  tileLooks.queued.colour,
] as unknown as string;

const layers: readonly LayerLook[] = [
  { id: 'order-cells-fill', type: 'fill', paint: { 'fill-color': colour, 'fill-opacity': 0.45 } },
  { id: 'order-cells-line', type: 'line', paint: { 'line-color': colour, 'line-width': 1.5 } },
];
