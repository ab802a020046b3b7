import type { ErrorEvent } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { useMap } from './map-context.ts';
import { tilesOf } from './picture-protocol.ts';

type RasterTilesProps = {
  readonly collection: string;
  readonly item: string;
  /** West, south, east, north: nothing is asked for outside. */
  readonly box: readonly [number, number, number, number] | null;
  /** It is drawn below this layer, when there is one. */
  readonly below?: string;
  /** Told once, when the service refuses a tile. */
  readonly onProblem?: (error: unknown) => void;
};

/** The imagery of an item on the map for as long as this is shown. */
export function RasterTiles({ collection, item, box, below, onProblem }: RasterTilesProps) {
  const map = useMap();
  const id = `imagery ${collection}/${item}`;
  const tell = useRef(onProblem);
  tell.current = onProblem;
  const bounds = box === null ? null : box.join(',');

  useEffect(() => {
    const corners = bounds?.split(',').map(Number) as [number, number, number, number] | undefined;
    map.addSource(id, {
      type: 'raster',
      tiles: [tilesOf(collection, item)],
      tileSize: 256,
      maxzoom: 22,
      ...(corners === undefined ? {} : { bounds: corners }),
    });
    const layer = { id, type: 'raster', source: id } as const;
    map.addLayer(layer, below !== undefined && map.getLayer(below) ? below : undefined);
    const failed = (event: ErrorEvent & { readonly sourceId?: string }) => {
      if (event.sourceId === id) tell.current?.(event.error);
    };
    map.on('error', failed);
    return () => {
      map.off('error', failed);
      // The map may have gone before its children.
      if (!map.getCanvas().isConnected) return;
      map.removeLayer(id);
      map.removeSource(id);
    };
  }, [map, id, collection, item, bounds, below]);

  return null;
}
