import { describe } from 'vitest';
import { startService } from '../support/start-service.ts';
import { apiKeySuite } from './suites/api-key.ts';
import { daySuite } from './suites/days.ts';
import { keyboardSuite } from './suites/keyboard.ts';
import { linkSuite } from './suites/links.ts';
import { referenceSuite } from './suites/reference.ts';
import { screenSuite } from './suites/screens.ts';
import { sessionSuite } from './suites/session.ts';
import { troubleSuite } from './suites/trouble.ts';
import { describeInChromium, setUpStage } from './support/in-chromium.ts';
import type { Stage } from './support/stage.ts';

describeInChromium('the web application', () => {
  let stage: Stage;

  setUpStage(startService, (ready) => {
    stage = ready;
  });

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
  describe('days', () => {
    daySuite(getStage);
  });
  describe('screens', () => {
    screenSuite(getStage);
  });
});
