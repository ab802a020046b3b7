export const json = 'application/json';
export const geojson = 'application/geo+json';
export const schemaJson = 'application/schema+json';
export const openApi = 'application/vnd.oai.openapi+json;version=3.1';
export const openApi30 = 'application/vnd.oai.openapi+json;version=3.0';
