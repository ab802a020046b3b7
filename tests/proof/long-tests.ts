/** Files of other suites that take long: they run with the proof, so that `npm test` stays short. */
export const longTests = [
  'tests/abuse/kill.test.ts',
  'tests/abuse/orders-bucket-trouble.test.ts',
  'tests/buckets/s3-trouble.test.ts',
  'tests/catalog/sqlite/declared-properties.test.ts',
  'tests/catalog/sqlite/large-searches.test.ts',
  'tests/catalog/sqlite/rollups.test.ts',
  'tests/cli/first-start.test.ts',
  'tests/demo/archive.test.ts',
  'tests/exports/chunks.test.ts',
  'tests/exports/round-trip.test.ts',
  'tests/exports/streams.test.ts',
  'tests/exports/validators.test.ts',
  'tests/geoparquet/as-others.test.ts',
  'tests/imagery/resample/warps-as-gdal.test.ts',
  'tests/imagery/write/memory.test.ts',
  'tests/ingest/bucket.test.ts',
  'tests/ingest/kill.test.ts',
  'tests/ingest/offline.test.ts',
  'tests/ingest/watch.test.ts',
  'tests/nodes/killed-nodes.test.ts',
  'tests/orders/clients/max-ard-list.test.ts',
  'tests/orders/clients/max-ard-s3.test.ts',
  'tests/select/files/memory.test.ts',
  'tests/select/files/page-in-browser.test.ts',
  'tests/tiles/image-grid/paging.test.ts',
  'tests/wfs/streams.test.ts',
];

/** Files that run with both: small with `npm test`, with the large of their sizes (`support/sized.ts`) with the proof. */
export const sizedTests = [
  'tests/catalog/contract/aggregate.test.ts',
  'tests/catalog/contract/paging.test.ts',
  'tests/catalog/contract/random-searches.test.ts',
  'tests/catalog/contract/real-items.test.ts',
  'tests/catalog/postgres/random-searches.test.ts',
  'tests/select/survey-threads.test.ts',
  'tests/stac/standard-vectors.test.ts',
];

/** Files of the browser whose every state is looked at with the proof; `npm test` walks their main paths. */
export const screenTests = [
  'tests/web/admin.test.ts',
  'tests/web/browser.test.ts',
  'tests/web/explore-history.test.ts',
  'tests/web/explore-search.test.ts',
  'tests/web/explore.test.ts',
  'tests/web/operator.test.ts',
  'tests/web/order-form.test.ts',
  'tests/web/orders.test.ts',
  'tests/web/select.test.ts',
  'tests/web/webhooks.test.ts',
  'tests/web/whole-path.test.ts',
];
