import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    exclude: ['tests/proof/**', '**/node_modules/**'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Most suites wait for child processes, disks and browsers: two at once keep two cores busy.
    maxWorkers: 2,
    // One throw-away PostgreSQL for the whole run, where its server is installed.
    globalSetup: ['tests/contract/postgres.ts'],
  },
});
