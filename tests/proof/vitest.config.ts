import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The large sizes: `npm run proof`. One file after the other, so that times and memory are those of one. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['tests/proof/**/*.test.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 60_000,
    pool: 'forks',
    fileParallelism: false,
    globalSetup: ['tests/contract/postgres.ts'],
  },
});
