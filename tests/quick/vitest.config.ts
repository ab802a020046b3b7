import { suiteConfig } from '../support/suite-config.ts';
import { longProofs, processTests } from './slow-tests.ts';

/** All that needs no other process and little time: `npm run test:quick`. Contract suites run over SQLite alone. */
export default suiteConfig({
  include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
  exclude: ['tests/proof/**', '**/node_modules/**', ...processTests, ...longProofs],
  globalSetup: ['tests/support/run-folder.ts', 'tests/support/bundle-server.ts', 'tests/web/support/web-build.ts'],
});
