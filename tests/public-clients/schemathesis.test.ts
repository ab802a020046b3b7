import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSeed } from '../support/seeded-random.ts';
import { type WfsService, rowOfTen, startWfs } from '../wfs/support.ts';
import { findPlatformPython } from './platform-python.ts';
import { runSchemathesis } from './run-schemathesis.ts';

const python = findPlatformPython();

let swath: WfsService;
beforeAll(async () => {
  if (python === null) return;
  swath = await startWfs();
  await swath.collection('row');
  await swath.load('row', rowOfTen);
});
afterAll(() => swath?.stop());

test.skipIf(python === null)(
  'schemathesis finds nothing in the OpenAPI document and its service by requests that are as it says, up to their bounds',
  { timeout: 120_000 },
  async () => {
    const { url, token } = swath;
    const run = { url, token, seed: testSeed(), phases: 'examples,coverage', examples: 1, mode: 'positive' } as const;
    const report = await runSchemathesis(python!, run);
    expect([report.failures, report.errors]).toEqual([[], []]);
    expect(report.operations.tested).toBe(report.operations.selected);
    expect(report.operations.selected).toBeGreaterThan(100);
  },
);
