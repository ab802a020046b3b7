/** Files of other suites that take long: they run with the proof, so that `npm test` stays short. */
export const longTests = [
  'tests/abuse/kill.test.ts',
  'tests/abuse/orders-bucket-trouble.test.ts',
  'tests/buckets/s3-trouble.test.ts',
  'tests/catalog/sqlite/large-searches.test.ts',
  'tests/catalog/sqlite/rollups.test.ts',
  'tests/demo/archive.test.ts',
  'tests/exports/round-trip.test.ts',
  'tests/exports/streams.test.ts',
  'tests/ingest/kill.test.ts',
  'tests/ingest/watch.test.ts',
  'tests/orders/clients/max-ard-s3.test.ts',
  'tests/select/files/page-in-browser.test.ts',
  'tests/tiles/image-grid/paging.test.ts',
];
