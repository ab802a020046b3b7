import type { GeoJSONSource, LayerSpecification } from 'maplibre-gl';
import type { GeoJSON } from 'geojson';
import { useEffect, useRef } from 'react';
import { useMap } from './map-context.ts';

type DistributedOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A layer without what follows from its source. */
export type LayerLook = DistributedOmit<Extract<LayerSpecification, { source: string }>, 'source'>;

type DrawnFeaturesProps = {
  /** Of the source; the layers' ids must be unique on the map too. */
  readonly id: string;
  readonly data: GeoJSON;
  /** Constant while shown: a new array would draw them anew. */
  readonly layers: readonly LayerLook[];
  /** Makes the features' property of this name their id, for `setFeatureState`. */
  readonly promoteId?: string;
};

/** Features on the map for as long as this is shown. */
export function DrawnFeatures({ id, data, layers, promoteId }: DrawnFeaturesProps) {
  const map = useMap();
  const first = useRef(data);

  useEffect(() => {
    map.addSource(id, { type: 'geojson', data: first.current, ...(promoteId === undefined ? {} : { promoteId }) });
    for (const layer of layers) map.addLayer({ ...layer, source: id });
    return () => {
      // The map may have gone before its children.
      if (!map.getCanvas().isConnected) return;
      for (const layer of layers) map.removeLayer(layer.id);
      map.removeSource(id);
    };
  }, [map, id, layers, promoteId]);

  useEffect(() => {
    first.current = data;
    void map.getSource<GeoJSONSource>(id)?.setData(data);
  }, [map, id, data]);

  return null;
}
