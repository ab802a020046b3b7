import type { Map } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import '../styles/map.css';
import { baseStyle, paletteFor } from './base-style.ts';
import { createMap, type View } from './create-map.ts';
import { fillWorld } from './fill-world.ts';
import { MapContext } from './map-context.ts';

type MapViewProps = {
  readonly label: string;
  /** Where it starts; later moves are the map's own (`useMap`). */
  readonly view: View;
  /** Buttons to zoom, and a scale. */
  readonly hasControls?: boolean;
  readonly children?: ReactNode;
};

/** A map with the world on it; its children draw on it and are there once it is. */
export function MapView({ label, view, hasControls = true, children }: MapViewProps) {
  const container = useRef<HTMLDivElement>(null);
  const start = useRef(view);
  const [map, setMap] = useState<Map | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    let made: Map;
    try {
      made = createMap(container.current!, start.current, hasControls);
    } catch {
      setProblem('This browser cannot draw maps (WebGL is off). Everything else on this page works.');
      return;
    }
    made.getCanvas().setAttribute('aria-label', label);
    made.once('load', () => {
      setMap(made);
      fillWorld(made);
    });
    const unwatch = followColours(made);
    tellWhenBusy(made, container.current!);
    return () => {
      unwatch();
      setMap(null);
      made.remove();
    };
  }, [label, hasControls]);

  return (
    <div className="map">
      <div ref={container} className="map-canvas" />
      {problem && (
        <p role="status" className="map-problem">
          {problem}
        </p>
      )}
      {map && <MapContext value={map}>{children}</MapContext>}
    </div>
  );
}

/** For people who do not see it being drawn, and for programs that wait for it. */
function tellWhenBusy(map: Map, element: HTMLElement): void {
  map.on('dataloading', () => element.setAttribute('aria-busy', 'true'));
  map.on('movestart', () => element.setAttribute('aria-busy', 'true'));
  map.on('idle', () => element.setAttribute('aria-busy', 'false'));
}

function followColours(map: Map): () => void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const repaint = () => {
    for (const { id, type, paint } of baseStyle(paletteFor(dark.matches)).layers) {
      if (type === 'background') map.setPaintProperty(id, 'background-color', paint?.['background-color']);
      if (type === 'fill') map.setPaintProperty(id, 'fill-color', paint?.['fill-color']);
      if (type === 'line') map.setPaintProperty(id, 'line-color', paint?.['line-color']);
    }
  };
  dark.addEventListener('change', repaint);
  return () => dark.removeEventListener('change', repaint);
}
