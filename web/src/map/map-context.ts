import type { Map } from 'maplibre-gl';
import { createContext, useContext } from 'react';

export const MapContext = createContext<Map | null>(null);

/** The map that this component stands in; its style is loaded. */
export function useMap(): Map {
  const map = useContext(MapContext);
  if (!map) throw new Error('There is no map around this component');
  return map;
}
