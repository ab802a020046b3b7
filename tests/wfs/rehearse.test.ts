import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFeatureThreads } from '../../server/src/adapters/wfs/feature-threads.ts';
import { readConfig } from '../../server/src/config.ts';
import { systemClock } from '../../server/src/shared/clock.ts';
import { featureTypeOf } from '../../server/src/wfs/answer-request.ts';
import type { FeatureNeeds } from '../../server/src/wfs/get-feature.ts';
import type { FeatureJob } from '../../server/src/wfs/ports.ts';
import { rehearse } from '../../server/src/wfs/rehearse.ts';
import { makeItem, square } from '../catalog/contract/fixtures.ts';
import { type LoadedStore, loadStore } from '../catalog/sqlite/loaded-store.ts';
import { startedWorkers } from '../support/start-worker.ts';

const config = readConfig({});
const folder = mkdtempSync(join(tmpdir(), 'wfs-rehearsal-'));
let store: LoadedStore;
beforeAll(async () => {
  const items = Array.from({ length: 100 }, (_, i) => makeItem(`i${i}`, { geometry: square(i, 0) }));
  store = await loadStore(items, { declared: [] });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

test('a rehearsal is answered in both usual forms and for a box by one thread, and takes nobody a turn', async () => {
  const { attributes } = featureTypeOf(config);
  const place = { place: { store: 'sqlite', file: store.file }, temporaryFolder: folder } as const;
  const { open, close } = createFeatureThreads({ ...place, attributes, threads: 2, atOnce: 4 });
  const before = startedWorkers.length;
  const jobs: FeatureJob[] = [];
  const answers: string[] = [];
  const features: FeatureNeeds['features'] = {
    async open(job, signal) {
      const number = jobs.push(job) - 1;
      const chunks = await open(job, signal);
      async function* seen() {
        for await (const chunk of chunks) {
          answers[number] = (answers[number] ?? '') + Buffer.from(chunk.bytes).toString();
          yield chunk;
        }
      }
      return { [Symbol.asyncIterator]: seen, takeWhole: () => null };
    },
  };
  const featureTurns: FeatureNeeds['featureTurns'] = { take: () => expect.unreachable('a turn was taken') };
  const featurePages: FeatureNeeds['featurePages'] = { nearest: () => null, note: () => undefined };
  await rehearse({ config, clock: systemClock, catalog: store.catalog, features, featureTurns, featurePages });
  expect(jobs.map(({ request }) => [request.limit, request.area !== null])).toEqual([
    [64, false],
    [64, false],
    [64, true],
  ]);
  expect(answers.map((text) => text.match(/<wfs:member>|"Feature"/g)?.length)).toEqual([64, 64, 2]);
  expect(startedWorkers.length - before).toBe(1);
  await close();
});
