import { useEffect } from 'react';
import type { Box } from '../map/geometry-box.ts';
import { useMap } from '../map/map-context.ts';

/** Shows the whole box; again when it becomes another one. */
export function FitBox({ box }: { readonly box: Box }) {
  const map = useMap();
  const [west, south, east, north] = box;

  useEffect(() => {
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const bounds: [number, number, number, number] = [west, Math.max(south, -85), east, Math.min(north, 85)];
    map.fitBounds(bounds, { padding: 32, maxZoom: 14, animate: !isCalm });
  }, [map, west, south, east, north]);

  return null;
}
