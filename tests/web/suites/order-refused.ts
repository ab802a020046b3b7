import { expect, test } from 'vitest';
import { acquisitions } from '../../http/orders/support-orders.ts';
import { changeAccount } from '../../support/accounts.ts';
import { inspectScreen } from '../support/inspect-screen.ts';
import { type OrderForms, check, isPlaceable, place, step, timeout } from '../support/order-form.ts';
import { clipboardText, headings } from '../support/steps.ts';

const { fit, coarse } = acquisitions;
const orderPath = /\/order$/;

export function orderRefusedSuite(getForm: () => OrderForms): void {
  test(
    'a bucket is tested step by step: none there, good, and denied with the policy to add',
    { timeout },
    async () => {
      const page = await getForm().open('/app/order');
      await page.getByRole('radio', { name: 'A bucket' }).check();
      await page.getByLabel('Bucket', { exact: true }).fill('nowhere');
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      const found = page.getByRole('list', { name: 'Steps of the test' });
      await found.waitFor();
      expect(await found.getByRole('listitem').allTextContents()).toEqual([
        expect.stringMatching(/^Failed The bucket is there: ./),
        'Not tried Write an object',
        'Not tried Read it back',
        'Not tried Delete it',
      ]);
      await page.getByLabel('Bucket', { exact: true }).fill('demo');
      expect(await found.count()).toBe(0);
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await page.getByText('It can be delivered to').waitFor();
      expect(await found.getByRole('listitem').allTextContents()).toEqual([
        'Done Write an object',
        'Done Read it back',
        'Done Delete it',
      ]);
      await page.getByRole('radio', { name: 'A folder' }).check();
      await page
        .getByRole('textbox', { name: 'Folder' })
        .fill(`file://${getForm().stage.service.dataFolder}/buckets/demo`);
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await page.getByText('It can be delivered to').waitFor();
      await page.getByRole('textbox', { name: 'Folder' }).fill('file:///etc');
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await step(page, 'Where')
        .getByRole('alert')
        .getByText(/^Unable to write to bucket file:\/\/\/etc/)
        .waitFor();
      await page.getByRole('radio', { name: 'A bucket' }).check();
      const denied = {
        bucket: 'demo',
        ok: false,
        steps: [{ step: 'write', state: 'failed', reason: 'access is denied' }],
        may_work_later: false,
        policy: '{"Version": "2012-10-17"}',
        warnings: [],
      };
      await page.route('**/buckets/test', (route) => route.fulfill({ json: denied }));
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await page.getByText('access is denied').waitFor();
      await page.getByRole('button', { name: 'Copy policy to add' }).click();
      expect(await clipboardText(page)).toBe(denied.policy);
      expect(await inspectScreen(page, 'order-form-bucket-denied')).toEqual([]);
    },
  );

  test('a bucket that is not there is refused under Where, a bad address under Who is told', { timeout }, async () => {
    const page = await getForm().open(`/app/order?acquisitions=${fit},${coarse}`);
    await page.getByText('2 acquisitions').waitFor();
    await page.getByRole('radio', { name: 'A bucket' }).check();
    await page.getByLabel('Bucket', { exact: true }).fill('nowhere');
    await page.getByLabel('E-mail').fill('not-an-address');
    await check(page);
    await step(page, 'Who is told').getByRole('alert').waitFor();
    await page.getByLabel('E-mail').fill('');
    await check(page);
    await step(page, 'Where')
      .getByRole('alert')
      .getByText(/Unable to write to bucket nowhere/)
      .waitFor();
    await page.getByRole('button', { name: 'Go there' }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('step-where');
    await page.getByLabel('Acquisitions').fill('nothing-of-the-kind');
    await check(page);
    await step(page, 'What')
      .getByRole('alert')
      .getByText(/nothing-of-the-kind/)
      .waitFor();
  });

  test(
    'over the budget is told where the costs are, and an unknown select where it is chosen',
    { timeout },
    async () => {
      const { url, adminToken } = getForm().stage.service;
      const terms = (limit: number, price: number | null) =>
        changeAccount(url, adminToken, getForm().accountId, {
          limits: { annual_subscription_fee_limit: limit },
          prices: { fresh_imagery_price: price, standard_imagery_price: price, training_imagery_price: price },
        });
      await terms(1, 1_000);
      const page = await getForm().open(`/app/order?acquisitions=${fit}`);
      await check(page);
      await step(page, 'Check and place')
        .getByRole('alert')
        .getByText(/annual_subscription_fee_limit/)
        .waitFor();
      await terms(-1, null);
      await page.goto('/app/order?select=1234567890123456789');
      await step(page, 'What')
        .getByRole('alert')
        .getByText(/1234567890123456789 not found/)
        .waitFor();
      expect(await inspectScreen(page, 'order-form-expired')).toEqual([]);
      await check(page);
      await step(page, 'What').getByRole('alert').nth(1).waitFor();
    },
  );

  test('a lost connection and an ended sign-in take nothing of what was typed', { timeout }, async () => {
    const page = await getForm().open(`/app/order?acquisitions=${fit}`);
    await page.getByRole('textbox', { name: 'Prefix' }).fill('typed before');
    await page.route(orderPath, (route) => route.abort('connectionrefused'));
    await check(page);
    await page.getByRole('alert').getByText('Nothing you typed is lost').waitFor();
    await page.unroute(orderPath);
    await page.context().clearCookies();
    await page.route(orderPath, (route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer ended' } }),
    );
    await check(page);
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await page.unroute(orderPath);
    await dialog.locator('#password').fill(getForm().person.password);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByRole('textbox', { name: 'Prefix' }).inputValue()).toBe('typed before');
    await check(page);
    await isPlaceable(page);
    // The answer is lost, not the order: the second attempt must find the first.
    await page.route(orderPath, async (route) => {
      await route.fetch();
      await route.abort('connectionrefused');
    });
    await place(page).click();
    await page.getByRole('alert').getByText('Nothing you typed is lost').waitFor();
    await page.unroute(orderPath);
    const before = (await getForm().client().orders.list()).data.length;
    await place(page).click();
    await headings(page, /^Order/).waitFor();
    expect((await getForm().client().orders.list()).data.length).toBe(before);
  });
}
