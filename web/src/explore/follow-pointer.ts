import type { Map } from 'maplibre-gl';
import { openItem } from './change-state.ts';
import { pointedLayers } from './footprint-layers.ts';
import type { ItemKey } from './item-key.ts';
import type { Links } from './links.ts';

type PointEvent = { readonly point: { readonly x: number; readonly y: number } };

/** What lies under the pointer is marked, and opened by a click; returns what ends it. */
export function followPointer(map: Map, { hovered }: Links): () => void {
  const keysAt = (point: PointEvent['point']): readonly ItemKey[] => {
    const layers = pointedLayers.filter((id) => map.getLayer(id));
    const found = map.queryRenderedFeatures([point.x, point.y], { layers });
    return [...new Set(found.map(({ properties }) => String(properties['key'])))];
  };
  let frame = 0;
  const moved = ({ point }: PointEvent) => {
    // Looking once a frame is enough, however often the pointer tells.
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      const [key = null] = keysAt(point);
      map.getCanvas().style.cursor = key === null ? '' : 'pointer';
      if (key !== hovered.get().key) hovered.set({ key, on: 'map' });
    });
  };
  const left = () => {
    cancelAnimationFrame(frame);
    hovered.set({ key: null, on: 'map' });
  };
  // Items that lie over each other are opened in turn.
  let last: ItemKey | null = null;
  const clicked = ({ point }: PointEvent) => {
    const keys = keysAt(point);
    if (keys.length === 0) return;
    last = keys[(keys.indexOf(last ?? '') + 1) % keys.length]!;
    openItem(last);
  };
  map.on('mousemove', moved);
  map.on('mouseout', left);
  map.on('click', clicked);
  return () => {
    cancelAnimationFrame(frame);
    map.off('mousemove', moved);
    map.off('mouseout', left);
    map.off('click', clicked);
  };
}
