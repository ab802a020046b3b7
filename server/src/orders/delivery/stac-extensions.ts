import type { JsonObject } from '../../catalog/refuse.ts';

const schemas: readonly (readonly [prefix: string, schema: string])[] = [
  ['eo:', 'https://stac-extensions.github.io/eo/v1.1.0/schema.json'],
  ['file:', 'https://stac-extensions.github.io/file/v2.1.0/schema.json'],
  ['grid:', 'https://stac-extensions.github.io/grid/v1.1.0/schema.json'],
  // The one version that has both proj:code and proj:epsg.
  ['proj:', 'https://stac-extensions.github.io/projection/v1.2.0/schema.json'],
  ['raster:', 'https://stac-extensions.github.io/raster/v1.1.0/schema.json'],
  ['view:', 'https://stac-extensions.github.io/view/v1.0.0/schema.json'],
];

/** The extensions whose members an item uses. */
export function extensionsOf(properties: JsonObject, assets: Readonly<Record<string, JsonObject>>): readonly string[] {
  const names = [properties, ...Object.values(assets)].flatMap((members) => Object.keys(members));
  return schemas.filter(([prefix]) => names.some((name) => name.startsWith(prefix))).map(([, schema]) => schema);
}
