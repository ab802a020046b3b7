import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPlatformPython } from '../public-clients/platform-python.ts';
import { runSchemathesis } from '../public-clients/run-schemathesis.ts';
import { testSeed } from '../support/seeded-random.ts';
import { type WfsService, rowOfTen, startWfs } from '../wfs/support.ts';

const python = findPlatformPython();

let swath: WfsService;
beforeAll(async () => {
  if (python === null) return;
  swath = await startWfs();
  await swath.collection('row');
  await swath.load('row', rowOfTen);
});
afterAll(() => swath?.stop());

const hour = 3_600_000;

test.skipIf(python === null)(
  'schemathesis in all its phases, 100 examples for each operation',
  { timeout: 2 * hour },
  async () => {
    const { url, token } = swath;
    const phases = 'examples,coverage,fuzzing,stateful';
    const run = { url, token, seed: testSeed(), phases, examples: 100, mode: 'all' } as const;
    const report = await runSchemathesis(python!, run);
    const { operations, test_cases: cases, running_time: seconds } = report;
    console.log(`seed ${report.seed}: ${cases.generated} requests to ${operations.tested} operations in ${seconds} s`);
    expect([report.failures, report.errors]).toEqual([[], []]);
    expect(operations.tested).toBe(operations.selected);
  },
);
