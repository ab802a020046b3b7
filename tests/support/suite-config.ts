import { fileURLToPath } from 'node:url';
import { availableParallelism } from 'node:os';
import { type ViteUserConfig, defineConfig } from 'vitest/config';
import { LongestFirst } from './longest-first.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ownStart = fileURLToPath(new URL('./start-$1.ts', import.meta.url));

/** A folder in which runs that follow each other keep what they made of the sources; `.ci/run` has several. */
const modules = process.env['SWATH_TEST_MODULES'];

/** What all suites have in common. */
export const suiteConfig = (test: ViteUserConfig['test']) =>
  defineConfig({
    root,
    resolve: {
      conditions: ['source'],
      // Threads and processes of the service run what `bundle-server.ts` made: from sources each takes many times as long to start.
      alias: [{ find: /^(?:\.\.?\/)+(?:adapters\/)?(?:threads\/)?start-(worker|process)\.ts$/, replacement: ownStart }],
    },
    ssr: { resolve: { conditions: ['source'] } },
    test: {
      testTimeout: 120_000,
      hookTimeout: 120_000,
      // A second, as it would be, is less than a busy machine may hold a process up.
      expect: { poll: { timeout: 10_000 } },
      pool: 'forks',
      // Files share what their worker has loaded: to load the service anew for each costs more than its tests.
      isolate: false,
      // Suites with child processes and browsers take more than the core of their worker.
      maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
      sequence: { sequencer: LongestFirst },
      ...(modules && { experimental: { fsModuleCache: true, fsModuleCachePath: modules } }),
      ...test,
    },
  });
