import type { FeatureColumn, FeatureLayer, FeatureLayers } from '../../geometry/feature-layers.ts';
import type { MultiPolygon } from '../../geometry/geojson.ts';
import { cellBounds } from '../../grid/cell.ts';
import { knownCell } from '../../select/files/cell-corners.ts';
import { inMetres } from './in-metres.ts';
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

/** A feature for each piece, in metres of the cell's zone as the rasters; of the acquisition's moment, whoever orders. */
function maskOf({ spec }: Shown, name: string, description: string, area: MultiPolygon): FeatureLayers {
  const { epsg } = cellBounds(knownCell(spec.cellId));
  const values = [spec.acquisitionId, spec.cellId, spec.datetime];
  const layer: FeatureLayer = {
    name,
    description,
    epsg,
    geometryType: 'Polygon',
    columns,
    rows: inMetres(epsg, area).coordinates.map((coordinates) => ({
      geometry: { type: 'Polygon', coordinates },
      values,
    })),
  };
  return { layers: [layer], lastChangeMs: Date.parse(spec.datetime) };
}
