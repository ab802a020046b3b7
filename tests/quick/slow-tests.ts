/** Files that start processes, a browser or PostgreSQL. */
export const processTests = [
  'tests/abuse/canary.test.ts',
  'tests/abuse/kill.test.ts',
  'tests/abuse/stop.test.ts',
  'tests/abuse/store-trouble.test.ts',
  'tests/catalog/sqlite/kill.test.ts',
  'tests/cli/first-start.test.ts',
  'tests/cli/openapi.test.ts',
  'tests/cli/postgres.test.ts',
  'tests/cli/process.test.ts',
  'tests/cli/running-service.test.ts',
  'tests/cli/serve.test.ts',
  'tests/contract/sqlite-processes.test.ts',
  'tests/examples/examples.test.ts',
  'tests/imagery/gdal/describes-as-gdal.test.ts',
  'tests/imagery/gdal/reads-as-gdal.test.ts',
  'tests/stac/public-clients.test.ts',
  'tests/web/browser.test.ts',
  'tests/web/bundle-size.test.ts',
];

/** Files that need nothing but time: volume, real data and chance against the truth. */
export const longProofs = [
  'tests/abuse/fuzz.test.ts',
  'tests/catalog/contract/paging.test.ts',
  'tests/catalog/contract/random-searches.test.ts',
  'tests/catalog/contract/real-items.test.ts',
  'tests/catalog/sqlite/compile-sql.test.ts',
  'tests/catalog/sqlite/declared-properties.test.ts',
  'tests/catalog/sqlite/large-searches.test.ts',
  'tests/catalog/sqlite/offline.test.ts',
  'tests/imagery/fuzz.test.ts',
  'tests/imagery/round-trip.test.ts',
  'tests/stac/fuzz.test.ts',
  'tests/stac/real-items.test.ts',
  'tests/stac/schemas.test.ts',
  'tests/stac/standard-vectors.test.ts',
];
