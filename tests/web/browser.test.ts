import { saySkipped } from '../support/say-skipped.ts';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { apiKeySuite } from './suites/api-key.ts';
import { keyboardSuite } from './suites/keyboard.ts';
import { linkSuite } from './suites/links.ts';
import { referenceSuite } from './suites/reference.ts';
import { screenSuite } from './suites/screens.ts';
import { sessionSuite } from './suites/session.ts';
import { troubleSuite } from './suites/trouble.ts';
import { chromiumPath } from './support/chromium.ts';
import { setStage, type Stage } from './support/stage.ts';

const executablePath = chromiumPath();
if (!executablePath) {
  saySkipped('chromium', 'no chromium for the browser tests: install it or name it in SWATH_TEST_CHROMIUM');
}

describe.skipIf(!executablePath)('the web application in chromium', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await setStage(executablePath ?? '');
  });

  afterEach(async () => {
    await stage.closePages();
    const problems = stage.takeProblems();
    if (problems.length > 0) throw new Error(problems.join('\n'));
  });

  afterAll(() => stage?.stop());

  const getStage = () => stage;
  describe('session', () => {
    sessionSuite(getStage);
  });
  describe('API Key page', () => {
    apiKeySuite(getStage);
  });
  describe('keyboard alone', () => {
    keyboardSuite(getStage);
  });
  describe('mailed and printed links', () => {
    linkSuite(getStage);
  });
  describe('API reference', () => {
    referenceSuite(getStage);
  });
  describe('trouble', () => {
    troubleSuite(getStage);
  });
  describe('screens', () => {
    screenSuite(getStage);
  });
});
