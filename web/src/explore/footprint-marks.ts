import type { Map } from 'maplibre-gl';
import { useEffect } from 'react';
import { outlinesId, spotsId } from './footprint-layers.ts';
import type { ItemKey } from './item-key.ts';
import type { Links } from './links.ts';

function mark(map: Map, key: ItemKey, state: string, isSo: boolean): void {
  for (const source of [outlinesId, spotsId])
    if (map.getSource(source)) map.setFeatureState({ source, id: key }, { [state]: isSo });
}

/** Effects of children run first, so the sources are there. */
export function useOpenMark(map: Map, open: ItemKey | null): void {
  useEffect(() => {
    if (open === null) return undefined;
    mark(map, open, 'open', true);
    return () => {
      if (map.getCanvas().isConnected) mark(map, open, 'open', false);
    };
  }, [map, open]);
}

/** Returns what ends it. */
export function followHovered(map: Map, { hovered }: Links): () => void {
  let before: ItemKey | null = null;
  return hovered.subscribe(() => {
    const { key } = hovered.get();
    if (key === before) return;
    if (before !== null) mark(map, before, 'hovered', false);
    if (key !== null) mark(map, key, 'hovered', true);
    before = key;
  });
}
