import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { acquisitions, plainOrder } from '../../http/orders/support-orders.ts';
import { inspectScreen } from '../support/inspect-screen.ts';
import { type OrderForms, check, idOf, isPlaceable, place, timeout } from '../support/order-form.ts';
import { headings, signIn } from '../support/steps.ts';

const all = Object.values(acquisitions);
const { coarse } = acquisitions;

/** What the map of an order says of the cell that it is drawn around. */
async function cellInTheMiddle(page: Page): Promise<string> {
  await page.locator('.tile-map canvas').click();
  return page.locator('.tile-map').getByRole('status').innerText();
}

export function orderClonedSuite(getForm: () => OrderForms): void {
  test('a partly delivered order is cloned, with its options and place, and placed again', { timeout }, async () => {
    const request = {
      acquisitions: all,
      output_config: { bucket: 'demo', prefix: 'part' },
      settings: { hd: false, grid: 'cell' as const, cloud_mask: false },
      metadata: { name: '<img src=x onerror=alert(1)>' },
    };
    const { id } = await getForm().client().orders.place(request);
    const tiles = await getForm().stage.service.claim(id);
    await getForm().stage.service.deliver(tiles.slice(0, 2));
    await getForm().stage.service.fail(tiles.slice(2), 'the imagery is gone');
    await getForm().stage.service.finish(id);
    const page = await getForm().stage.openPage({}, 'maps');
    await signIn(page, getForm().person, `/app/orders/${id}`);
    await page.getByText('Partly delivered').waitFor();
    // Maps are drawn in software here; two clicks at once would zoom.
    await expect
      .poll(() => cellInTheMiddle(page), { timeout: 20_000, interval: 1_000 })
      .toMatch(/^Cell Z33-[0-3]{12}: failed, 3 tiles$/);
    expect(await inspectScreen(page, 'order-partial')).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the manifest' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual(await getForm().client().orders.manifest(id));
    await page.getByRole('link', { name: 'Clone' }).click();
    await page.getByText(`As order ${id} was`).waitFor();
    expect(await page.getByLabel('Cloud mask').isChecked()).toBe(false);
    expect(await page.getByRole('radio', { name: 'On the grid' }).isChecked()).toBe(true);
    expect(await page.getByLabel('Bucket', { exact: true }).inputValue()).toBe('demo');
    await page.getByRole('textbox', { name: 'Prefix' }).fill('again');
    await check(page);
    await isPlaceable(page);
    await place(page).click();
    await headings(page, /^Order/).waitFor();
    const again = await getForm().client().orders.read(idOf(page));
    expect(again.id).not.toBe(id);
    expect(again.order).toMatchObject({
      output_config: { bucket: 'demo', prefix: 'again' },
      settings: { grid: 'cell', cloud_mask: false },
      metadata: request.metadata,
    });
    expect(again.order.acquisitions.map(({ id: each }) => each).toSorted()).toEqual(all.toSorted());
    expect(await page.locator('img').count()).toBe(0);
  });

  test('a select that has gone leaves its tiles to be ordered by name, and no others', { timeout }, async () => {
    const { id } = await getForm()
      .client()
      .orders.place({ ...plainOrder, acquisitions: [coarse] });
    const page = await getForm().stage.openPage();
    // As it will be when the select of an order has expired.
    await page.route(`**/order/${id}`, async (route) => {
      const answer = await route.fetch();
      const record = (await answer.json()) as { order: object };
      await route.fulfill({ json: { ...record, order: { ...record.order, select_id: '1234567890123456789' } } });
    });
    await signIn(page, getForm().person, `/app/order?clone=${id}`);
    await page.getByRole('button', { name: 'Order its tiles by name' }).click();
    await page.getByText('1 acquisition, 1 of them in the cells of the order that was cloned').waitFor();
    expect(await page.getByLabel('Acquisitions').inputValue()).toBe(coarse);
    const asked = page.waitForRequest('**/order');
    await check(page);
    const { data: tiles } = await getForm().client().orders.tiles(id);
    expect((await asked).postDataJSON()).toMatchObject({
      acquisitions: [{ id: coarse, cells: tiles.map(({ cell_id: cell }) => cell) }],
    });
    await isPlaceable(page);
  });
}
