import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { type OrderService, startOrderService } from '../http/orders/support-orders.ts';
import { findS3Server } from '../support/s3-server.ts';
import { saySkipped } from '../support/say-skipped.ts';
import type { StartOptions } from '../support/start-service.ts';
import { orderClonedSuite } from './suites/order-cloned.ts';
import { orderRefusedSuite } from './suites/order-refused.ts';
import { orderToS3Suite } from './suites/order-to-s3.ts';
import { orderingSuite } from './suites/ordering.ts';
import { chromiumPath } from './support/chromium.ts';
import { type OrderForms, orderForms } from './support/order-form.ts';
import { type Stage, setStageOf } from './support/stage.ts';

const executablePath = chromiumPath();
if (!executablePath)
  saySkipped('chromium', 'no chromium for the browser tests of ordering: install it or name it in SWATH_TEST_CHROMIUM');
const s3Program = executablePath ? findS3Server() : null;

const start = (settings: Readonly<Record<string, string>>, options: StartOptions) =>
  startOrderService({ ...settings, SWATH_ALLOW_PRIVATE_ENDPOINTS: '1' }, options);

describe.skipIf(!executablePath)('ordering in chromium', () => {
  let stage: Stage<OrderService>;
  let forms: OrderForms;
  const getForm = () => forms;

  beforeAll(async () => {
    stage = await setStageOf(executablePath ?? '', start);
    forms = await orderForms(stage, 'Maria Mitchell');
  });
  afterEach(async () => {
    await stage.closePages();
    const problems = stage.takeProblems();
    if (problems.length > 0) throw new Error(problems.join('\n'));
  });
  afterAll(() => stage?.stop());

  describe('from a select', () => {
    orderingSuite(getForm);
  });
  describe('refused', () => {
    orderRefusedSuite(getForm);
  });
  describe('once more', () => {
    orderClonedSuite(getForm);
  });
  describe.skipIf(!s3Program)('to a real S3 server', () => {
    orderToS3Suite(s3Program ?? '', getForm);
  });
});
