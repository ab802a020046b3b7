import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareSet, findItem, loadSet, thinned } from '../stac/support-real-items.ts';
import { hasStacFiles, realSets, whyNoStacFiles } from '../stac/support-stac-files.ts';
import { type WriteService, startWriteService } from '../stac/writes-fixture.ts';

const sets = hasStacFiles ? realSets() : [];

let swath: WriteService;
beforeAll(async () => {
  if (!hasStacFiles) return;
  swath = await startWriteService();
  for (const set of sets) await loadSet(swath, set);
}, 600_000);
afterAll(() => swath?.stop());

describe.skipIf(!hasStacFiles)(`all real items over HTTP${whyNoStacFiles}`, () => {
  test.each(sets)('$name: all $items.length items come back as they were given', async (set) => {
    expect(await compareSet(swath, set)).toEqual([]);
  });

  test.each(sets)('$name: a thousand of them are found by all that they say of themselves', async (set) => {
    const problems: string[] = [];
    for (const item of thinned(set, Math.ceil(set.items.length / 1_000)).items)
      problems.push(...(await findItem(swath, item)));
    expect(problems).toEqual([]);
  });
});
