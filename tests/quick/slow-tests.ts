/** Test files that start processes, a browser or PostgreSQL, and so are no part of `npm run test:quick`. */
export const slowTests = [
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
  'tests/stac/public-clients.test.ts',
  'tests/web/browser.test.ts',
  'tests/web/bundle-size.test.ts',
];
