import { describe } from 'vitest';
import { startOrderService } from '../http/orders/support-orders.ts';
import { findS3Server } from '../support/s3-server.ts';
import type { StartOptions } from '../support/start-service.ts';
import { keptOrderSuite } from './suites/kept-order.ts';
import { orderClonedSuite } from './suites/order-cloned.ts';
import { orderRefusedSuite } from './suites/order-refused.ts';
import { orderToS3Suite } from './suites/order-to-s3.ts';
import { orderingSuite } from './suites/ordering.ts';
import { webhookSuite } from './suites/webhooks.ts';
import { chromiumPath } from './support/chromium.ts';
import { describeInChromium, setUpStage } from './support/in-chromium.ts';
import { type OrderForms, orderForms } from './support/order-form.ts';

const s3Program = chromiumPath() ? findS3Server() : null;

const start = (settings: Readonly<Record<string, string>>, options: StartOptions) =>
  startOrderService({ ...settings, SWATH_ALLOW_PRIVATE_ENDPOINTS: '1' }, options);

describeInChromium('ordering', () => {
  let forms: OrderForms;
  const getForm = () => forms;

  setUpStage(start, async (stage) => {
    forms = await orderForms(stage, 'Maria Mitchell');
  });

  describe('from a select', () => {
    orderingSuite(getForm);
  });
  describe('refused', () => {
    orderRefusedSuite(getForm);
  });
  describe('once more', () => {
    orderClonedSuite(getForm);
  });
  describe('kept', () => {
    keptOrderSuite(getForm);
  });
  describe('webhooks', () => {
    webhookSuite(() => forms.stage);
  });
  describe.skipIf(!s3Program)('to a real S3 server', () => {
    orderToS3Suite(s3Program ?? '', getForm);
  });
});
