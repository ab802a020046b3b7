import { longTests } from './tests/proof/long-tests.ts';
import { suiteConfig } from './tests/support/suite-config.ts';

/** Everything but what takes long: `npm test`. */
export default suiteConfig({
  include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
  exclude: ['tests/proof/**', ...longTests, '**/node_modules/**'],
  // The server built once, and one throw-away PostgreSQL, where its server is installed, for the whole run.
  globalSetup: [
    'tests/support/run-folder.ts',
    'tests/support/bundle-server.ts',
    'tests/web/support/web-build.ts',
    'tests/contract/postgres.ts',
  ],
});
