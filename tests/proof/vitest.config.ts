import { longTests, screenTests, sizedTests } from './long-tests.ts';
import { suiteConfig } from '../support/suite-config.ts';

/** The large sizes: `npm run proof`. One file after the other, so that times and memory are those of one. */
export default suiteConfig({
  include: ['tests/proof/**/*.test.ts', ...longTests, ...sizedTests, ...screenTests],
  testTimeout: 1_800_000,
  env: { SWATH_TEST_LARGE: '1' },
  isolate: true,
  fileParallelism: false,
  globalSetup: ['tests/support/bundle-server.ts', 'tests/web/support/web-build.ts', 'tests/contract/postgres.ts'],
});
