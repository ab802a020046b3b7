import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpointOf } from '../../buckets/support/s3-place.ts';
import { acquisitions } from '../../http/orders/support-orders.ts';
import { type S3Server, startS3Server } from '../../support/s3-server.ts';
import { inspectScreen } from '../support/inspect-screen.ts';
import { type OrderForms, check, idOf, isPlaceable, place, timeout } from '../support/order-form.ts';
import { headings } from '../support/steps.ts';

export function orderToS3Suite(program: string, getForm: () => OrderForms): void {
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3Server(program, ['deliveries']);
  });
  afterAll(() => server?.stop());

  test(
    'wrong keys fail the test with a reason, the right ones place the order and try it again',
    { timeout },
    async () => {
      const page = await getForm().open(`/app/order?acquisitions=${acquisitions.fit}`);
      await page.getByRole('radio', { name: 'A bucket' }).check();
      await page.getByLabel('Bucket', { exact: true }).fill('deliveries');
      await page.getByLabel('Region').fill('us-east-1');
      await page.getByLabel('Endpoint').fill(await endpointOf(server));
      await page.getByRole('radio', { name: 'With keys' }).check();
      await page.getByLabel('Access key id').fill('tester');
      await page.getByLabel('Secret access key').fill('a wrong secret');
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await page.getByText('It cannot be delivered to').waitFor();
      await page.getByLabel('Secret access key').fill('a secret of tests');
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await page.getByText('It can be delivered to').waitFor();
      await check(page);
      await isPlaceable(page);
      await place(page).click();
      await headings(page, /^Order/).waitFor();
      const [tile] = await getForm().stage.service.claim(idOf(page));
      expect(tile!.credentials).toMatchObject({ accessKeyId: 'tester' });
      expect(await page.locator('body').innerText()).not.toContain('a secret of tests');

      await getForm().stage.service.fail([tile!], 'the store was away');
      await getForm().stage.service.finish(idOf(page));
      await page.getByRole('button', { name: 'Try failed tiles again' }).click();
      const dialog = page.getByRole('dialog', { name: 'Try failed tiles again' });
      await dialog.getByText('are forgotten when an order ends').waitFor();
      expect(await inspectScreen(page, 'order-retry-keys')).toEqual([]);
      await dialog.getByLabel('Access key id').fill('tester');
      await dialog.getByLabel('Secret access key').fill('a wrong secret');
      await dialog.getByRole('button', { name: 'Try again' }).click();
      await dialog.getByText('Request id').waitFor();
      await dialog.getByLabel('Secret access key').fill('a secret of tests');
      await dialog.getByRole('button', { name: 'Try again' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByText('Running', { exact: true }).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      const [again] = await getForm().stage.service.claim(idOf(page));
      expect(again!.credentials).toMatchObject({ accessKeyId: 'tester' });
    },
  );
}
