import { expect, test } from 'vitest';
import { acquisitions } from '../../http/orders/support-orders.ts';
import { type OrderForms, check, idOf, isPlaceable, place, timeout } from '../support/order-form.ts';
import { headings } from '../support/steps.ts';

const { fit } = acquisitions;

export function keptOrderSuite(getForm: () => OrderForms): void {
  test('what was typed comes back by Back and after a reload, but for the keys of a bucket', { timeout }, async () => {
    const page = await getForm().open(`/app/order?acquisitions=${fit}`);
    await page.getByLabel('Panchromatic').uncheck();
    await page.getByRole('radio', { name: 'A bucket' }).check();
    await page.getByLabel('Bucket', { exact: true }).fill('theirs');
    await page.getByRole('radio', { name: 'With keys' }).check();
    await page.getByLabel('Access key id').fill('AKIA-OF-MINE');
    await page.getByLabel('Secret access key').fill('a very secret key');
    await page.getByLabel('Metadata').fill('typed last');
    await page.waitForFunction(() => JSON.stringify(history.state).includes('typed last'));
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toMatch(/a very secret key|AKIA-OF-MINE/);
    const isThere = async () => {
      await headings(page, 'New order').waitFor();
      expect(await page.getByLabel('Acquisitions').inputValue()).toBe(fit);
      expect(await page.getByLabel('Panchromatic').isChecked()).toBe(false);
      expect(await page.getByLabel('Bucket', { exact: true }).inputValue()).toBe('theirs');
      expect(await page.getByLabel('Secret access key').inputValue()).toBe('');
      expect(await page.getByLabel('Metadata').inputValue()).toBe('typed last');
    };
    await page.getByRole('link', { name: 'Selects', exact: true }).click();
    await headings(page, 'Selects').waitFor();
    await page.goBack();
    await isThere();
    await page.reload();
    await isThere();
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await page.getByRole('link', { name: 'New order' }).click();
    await headings(page, 'New order').waitFor();
    expect(await page.getByLabel('Metadata').inputValue()).toBe('');
  });

  test('one whose answer was lost is the same one after a reload; after Back it is another', { timeout }, async () => {
    const page = await getForm().open(`/app/order?acquisitions=${fit}`);
    await page.getByRole('textbox', { name: 'Prefix' }).fill('lost-and-found');
    await page.waitForFunction(() => JSON.stringify(history.state).includes('lost-and-found'));
    const placed = async () => {
      const { data } = await getForm().client().orders.list();
      return data.filter(({ order }) => order.output_config['prefix'] === 'lost-and-found').map(({ id }) => id);
    };
    const checkAndPlace = async () => {
      await check(page);
      await isPlaceable(page);
      await place(page).click();
    };
    await check(page);
    await isPlaceable(page);
    await page.route('**/order', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await place(page).click();
    await page.getByText('The service cannot be reached').waitFor();
    await page.unroute('**/order');
    await page.reload();
    await checkAndPlace();
    await headings(page, /^Order \d/).waitFor();
    expect(await placed()).toEqual([idOf(page)]);
    await page.goBack();
    await checkAndPlace();
    await headings(page, /^Order \d/).waitFor();
    expect(await placed()).toHaveLength(2);
  });
}
