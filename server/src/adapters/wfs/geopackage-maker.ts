import { typeName } from '../../wfs/feature-ids.ts';
import { createLayerFile } from '../geopackage/layer-file.ts';
import { featureColumns } from './feature-columns.ts';
import type { MakeFile } from './file-makers.ts';

/** A GeoPackage with one layer, in which every kind of geometry may stand. */
export const makeGeoPackage: MakeFile = (context, { temporaryFolder, nowMs }) => {
  const layer = {
    name: typeName,
    description: 'Footprints of images',
    epsg: context.crs.code,
    geometryType: 'Geometry',
    columns: featureColumns(context),
    rows: [],
  } as const;
  const file = createLayerFile(temporaryFolder, layer, nowMs());
  return {
    add(features) {
      for (const feature of features) file.put(feature);
    },
    end: () => file.end(),
    close: () => file.close(),
  };
};
