import type { FileOutput } from './output.ts';

/** Shapefiles in a zip, one for each kind of geometry that occurs. */
export const shapeZip: FileOutput = {
  kind: 'file',
  name: 'SHAPE-ZIP',
  alsoNamed: ['shapezip', 'shape', 'shapefile', 'application/zip', 'application/x-shapefile', 'esri-shapefile'],
  contentType: 'application/zip',
  fileEnding: 'zip',
  maker: 'shape-zip',
};
