import type { FileOutput } from './output.ts';

export const geopackage: FileOutput = {
  kind: 'file',
  name: 'application/geopackage+sqlite3',
  alsoNamed: ['geopackage', 'gpkg', 'geopkg', 'application/geopackage sqlite3', 'application/x-gpkg'],
  contentType: 'application/geopackage+sqlite3',
  fileEnding: 'gpkg',
  maker: 'geopackage',
};
