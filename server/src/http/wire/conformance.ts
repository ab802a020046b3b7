const stac = (name: string, version = '1.0.0') => `https://api.stacspec.org/v${version}/${name}`;
const ogc = (name: string) => `http://www.opengis.net/spec/${name}`;
const cql2 = (name: string) => ogc(`cql2/1.0/conf/${name}`);

/**
 * What is claimed is what is served and tested. Not claimed: `oas30`, because the document is OpenAPI 3.1.
 * Sort has two versions because pystac-client knows the older alone.
 */
export const conformsTo: readonly string[] = [
  stac('core'),
  stac('browseable'),
  stac('children'),
  stac('collections'),
  stac('ogcapi-features'),
  stac('item-search'),
  stac('item-search#filter'),
  stac('item-search#fields'),
  stac('ogcapi-features#fields'),
  stac('item-search#query'),
  stac('ogcapi-features#query'),
  stac('item-search#sort'),
  stac('ogcapi-features#sort'),
  stac('item-search#sort', '1.1.0'),
  stac('ogcapi-features#sort', '1.1.0'),
  stac('item-search#sortables', '1.1.0'),
  stac('ogcapi-features/extensions/transaction'),
  stac('collections/extensions/transaction'),

  ogc('ogcapi-features-1/1.0/conf/core'),
  ogc('ogcapi-features-1/1.0/conf/geojson'),
  ogc('ogcapi-features-3/1.0/conf/queryables'),
  ogc('ogcapi-features-3/1.0/conf/filter'),
  ogc('ogcapi-features-3/1.0/conf/features-filter'),
  ogc('ogcapi-features-4/1.0/conf/create-replace-delete'),
  ogc('ogcapi-features-4/1.0/conf/update'),
  ogc('ogcapi-features-4/1.0/conf/optimistic-locking-etags'),
  ogc('ogcapi-features-4/1.0/conf/features'),
  ogc('ogcapi-features-5/1.0/conf/sortables'),

  cql2('cql2-text'),
  cql2('cql2-json'),
  cql2('basic-cql2'),
  cql2('advanced-comparison-operators'),
  cql2('case-insensitive-comparison'),
  cql2('accent-insensitive-comparison'),
  cql2('basic-spatial-functions'),
  cql2('basic-spatial-functions-plus'),
  cql2('spatial-functions'),
  cql2('temporal-functions'),
  cql2('array-functions'),
  cql2('property-property'),
  cql2('functions'),
  cql2('arithmetic'),
];
