import { suiteConfig } from '../support/suite-config.ts';
import { slowTests } from './slow-tests.ts';

/** All that needs no other process: `npm run test:quick`. Without PostgreSQL, contract suites run over SQLite alone. */
export default suiteConfig({
  include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
  exclude: ['tests/proof/**', '**/node_modules/**', ...slowTests],
  globalSetup: ['tests/support/bundle-server.ts'],
});
