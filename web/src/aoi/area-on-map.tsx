import { useEffect, useMemo, useRef } from 'react';
import { DrawnFeatures, type LayerLook } from '../map/drawn-features.tsx';
import { useMap } from '../map/map-context.ts';
import type { Area } from './area.ts';
import type { DrawWay } from './draw-buttons.tsx';
import { startDrawing } from './start-drawing.ts';

type AreaOnMapProps = {
  readonly area: Area | null;
  readonly onChange: (area: Area) => void;
  /** What is being drawn; null while nothing is. */
  readonly way: DrawWay | null;
  /** The drawing has ended, with an area or without. */
  readonly onDone: () => void;
};

const colour = '#d9480f';
const layers: readonly LayerLook[] = [
  { id: 'area-fill', type: 'fill', paint: { 'fill-color': colour, 'fill-opacity': 0.08 } },
  { id: 'area-line', type: 'line', paint: { 'line-color': colour, 'line-width': 2 } },
];
const nothing = { type: 'FeatureCollection' as const, features: [] };

/** The area of interest on the map that this stands in, and the drawing of it: by clicks, never by dragging alone. */
export function AreaOnMap({ area, onChange, way, onDone }: AreaOnMapProps) {
  const map = useMap();
  const tell = useRef({ onChange, onDone });
  tell.current = { onChange, onDone };

  useEffect(() => {
    if (way === null) return undefined;
    return startDrawing(map, way, (drawn) => {
      if (drawn !== null) tell.current.onChange(drawn);
      tell.current.onDone();
    });
  }, [map, way]);

  const data = useMemo(() => area?.geometry ?? nothing, [area]);
  return <DrawnFeatures id="area-of-interest" data={data} layers={layers} />;
}
