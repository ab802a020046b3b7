import type { FeatureColumn, FeatureLayer, FeatureLayers } from '../../geometry/feature-layers.ts';
import type { MultiPolygon } from '../../geometry/geojson.ts';
import { type Shown, cloudArea, dataArea } from './shown-area.ts';

/** Where the tile has imagery: the layer of its `data-mask.gpkg`. */
export const dataMaskLayers = (shown: Shown): FeatureLayers =>
  maskOf(shown, 'data_mask', 'Where the tile has imagery', dataArea(shown));

/** Where clouds are upon that; null where nobody has drawn them, and the tile has no such file. */
export function cloudMaskLayers(shown: Shown): FeatureLayers | null {
  const clouds = cloudArea(shown);
  return clouds && maskOf(shown, 'cloud_mask', 'Where clouds are upon the imagery', clouds);
}

const columns: readonly FeatureColumn[] = [
  { name: 'acquisition_id', type: 'text' },
  { name: 'cell_id', type: 'text' },
  { name: 'datetime', type: 'datetime' },
];

/** Each piece is a feature; none where there is nothing. Bears the moment of the acquisition, the same for each order. */
function maskOf({ spec }: Shown, name: string, description: string, area: MultiPolygon): FeatureLayers {
  const values = [spec.acquisitionId, spec.cellId, spec.datetime];
  const layer: FeatureLayer = {
    name,
    description,
    geometryType: 'Polygon',
    columns,
    rows: area.coordinates.map((coordinates) => ({ geometry: { type: 'Polygon', coordinates }, values })),
  };
  return { layers: [layer], lastChangeMs: Date.parse(spec.datetime) };
}
