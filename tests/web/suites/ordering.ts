import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { acquisitions } from '../../http/orders/support-orders.ts';
import { inspectScreen } from '../support/inspect-screen.ts';
import { type OrderForms, check, idOf, isPlaceable, place, step, timeout } from '../support/order-form.ts';
import { clipboardText, headings } from '../support/steps.ts';

const { fine, fit, coarse } = acquisitions;

export function orderingSuite(getForm: () => OrderForms): void {
  test('a select is checked, then placed once by a double click', { timeout }, async () => {
    const page = await getForm().open(`/app/order?select=${await getForm().select()}`);
    await page.getByText('3 of 3 acquisitions').waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe(getForm().person.email);
    expect(await place(page).count()).toBe(0);
    expect(await inspectScreen(page, 'order-form')).toEqual([]);
    await page.getByLabel('Metadata').fill('{"customer": "harbour"}');
    await page.getByLabel('Panchromatic').uncheck();
    await check(page);
    await isPlaceable(page);
    const costs = page.getByRole('table', { name: 'Cost by age of imagery' });
    expect(await costs.getByRole('row', { name: /^All imagery/ }).textContent()).toContain('km²');
    expect(
      await page.getByRole('table', { name: 'Ordered acquisitions' }).getByRole('rowheader').allTextContents(),
    ).toEqual(expect.arrayContaining([fine, fit, coarse]));
    expect(await inspectScreen(page, 'order-form-checked')).toEqual([]);
    await place(page).dblclick();
    await headings(page, /^Order \d{19}$/).waitFor();
    const { data } = await getForm().client().orders.list();
    expect(data.map(({ id }) => id)).toEqual([idOf(page)]);
    expect(data[0]!.order).toMatchObject({
      metadata: { customer: 'harbour' },
      settings: { pan_analytic: false, visual: true },
      notifications: [{ type: 'email', address: getForm().person.email }],
    });
  });

  test('what cannot be had in HD says why, is refused under Options, and can be left out', { timeout }, async () => {
    const page = await getForm().open(`/app/order?select=${await getForm().select()}`);
    const options = step(page, 'Options');
    await options.getByText(/^Not possible for|Not possible for 2 of 3/).waitFor();
    await options.getByText(new RegExp(`^${coarse}: `)).waitFor();
    await page.getByRole('checkbox', { name: 'HD' }).check();
    await check(page);
    const alert = options.getByRole('alert');
    await alert.getByText(/cannot be ordered with HD/).waitFor();
    expect(await alert.textContent()).toMatch(/Request id [0-9a-f-]{36}/);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('step-options');
    expect(await inspectScreen(page, 'order-form-refused')).toEqual([]);
    await options.getByRole('button', { name: 'Leave those out' }).click();
    await page.getByText('1 of 3 acquisitions').waitFor();
    await check(page);
    await isPlaceable(page);
    await page.getByRole('textbox', { name: 'Prefix' }).fill('elsewhere');
    expect(await place(page).count()).toBe(0);
    await page.getByText('The order has changed since it was checked').waitFor();
    await check(page);
    await place(page).click();
    await headings(page, /^Order/).waitFor();
    const { order } = await getForm().client().orders.read(idOf(page));
    expect([order.acquisitions.map(({ id }) => id), order.settings.hd]).toEqual([[fit], true]);
    expect(order.request['acquisitions']).toMatchObject([{ id: fit, cells: [expect.stringMatching(/^Z33-/)] }]);
  });

  test('a part is never placed as the whole, however long its tiles take to be read', { timeout }, async () => {
    const id = await getForm().select();
    const page = await getForm().open(`/app/order?select=${id}`);
    await page.getByText('3 of 3 acquisitions').waitFor();
    await check(page);
    await isPlaceable(page);
    const held: Route[] = [];
    await page.route(`**/select/files/${id}.geojsonl`, (route) => void held.push(route));
    await page.getByRole('checkbox', { name: coarse }).uncheck();
    await page.getByText('2 of 3 acquisitions').waitFor();
    expect(await place(page).count()).toBe(0);
    await page.getByText('Reading the tiles of what is chosen').waitFor();
    // A page asks three times by itself.
    for (const at of [0, 1, 2]) {
      await expect.poll(() => held.length).toBe(at + 1);
      await held[at]!.abort();
    }
    await page.getByText('The tiles of what is chosen could not be read').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => held.length).toBe(4);
    await held[3]!.continue();
    await page.getByText('The order has changed since it was checked').waitFor();
    await check(page);
    await place(page).click();
    await headings(page, /^Order/).waitFor();
    const { order } = await getForm().client().orders.read(idOf(page));
    expect(order.acquisitions.map(({ id: each }) => each).toSorted()).toEqual([fine, fit].toSorted());
  });

  test(
    'the curl and TypeScript of exactly this order, live and without secrets; the curl works',
    { timeout },
    async () => {
      const page = await getForm().open(`/app/order?acquisitions=${fit}`);
      await page.getByRole('textbox', { name: 'Prefix' }).fill("o'clock");
      await page.getByRole('button', { name: 'Copy curl of this order' }).click();
      const command = (await clipboardText(page)).replace('$(uuidgen)', 'once');
      const { api_key: API_KEY } = (await getForm().client().keys.create({ name: 'curl' })) as { api_key: string };
      const { stdout } = await promisify(execFile)('bash', ['-c', command], { env: { ...process.env, API_KEY } });
      const placed = JSON.parse(stdout) as { order: { request: object } };
      expect(placed.order.request).toMatchObject({
        acquisitions: [fit],
        output_config: { bucket: 'managed', prefix: "o'clock" },
      });
      await page.getByRole('radio', { name: 'A bucket' }).check();
      await page.getByLabel('Bucket', { exact: true }).fill('theirs');
      await page.getByRole('radio', { name: 'With keys' }).check();
      await page.getByLabel('Access key id').fill('AKIA-OF-MINE');
      await page.getByLabel('Secret access key').fill('a very secret key');
      expect(await inspectScreen(page, 'order-form-keys')).toEqual([]);
      await page.getByRole('button', { name: 'Copy curl of this order' }).click();
      const withKeys = await clipboardText(page);
      expect(withKeys).toContain(`"secret_access_key": "'"$SECRET_ACCESS_KEY"'"`);
      await page.getByRole('radio', { name: 'TypeScript' }).check();
      await page.getByRole('button', { name: 'Copy TypeScript of this order' }).click();
      const program = await clipboardText(page);
      expect(program).toContain('"secret_access_key": process.env.SECRET_ACCESS_KEY');
      for (const text of [withKeys, program, await page.locator('body').innerText()])
        expect(text).not.toMatch(/a very secret key|AKIA-OF-MINE/);
    },
  );
}
