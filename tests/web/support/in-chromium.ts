import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { saySkipped } from '../../support/say-skipped.ts';
import type { TestService } from '../../support/start-service.ts';
import { chromiumPath } from './chromium.ts';
import type { Draws } from './draw-no-maps.ts';
import { isProof } from './is-proof.ts';
import { type Stage, type Start, setStageOf } from './stage.ts';

/** Tests in the browser of this machine; skipped, with the reason, where it has none. */
export function describeInChromium(what: string, tests: () => void): void {
  const hasBrowser = chromiumPath() !== null;
  if (!hasBrowser)
    saySkipped('chromium', `no chromium for the tests of ${what}: install it or name it in SWATH_TEST_CHROMIUM`);
  describe.skipIf(!hasBrowser)(`${what} in chromium`, () => {
    tests();
  });
}

/** One stage for the tests of a file; each test fails for what its pages did wrong. */
export function setUpStage<S extends TestService>(
  start: Start<S>,
  onReady: (stage: Stage<S>) => void | Promise<void>,
  { draws = isProof ? 'maps' : 'no maps' }: { readonly draws?: Draws } = {},
): void {
  let stage: Stage<S> | undefined;

  beforeAll(async () => {
    stage = await setStageOf(chromiumPath() ?? '', start, draws);
    await onReady(stage);
  }, 120_000);

  afterEach(async () => {
    await stage?.closePages();
    const problems = stage?.takeProblems() ?? [];
    if (problems.length > 0) throw new Error(problems.join('\n'));
  });

  afterAll(() => stage?.stop());
}
