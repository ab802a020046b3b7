import type { Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  type OrderService,
  acquisitions,
  fileBytes,
  plainOrder,
  startOrderService,
} from '../http/orders/support-orders.ts';
import { liveOrderSuite } from './suites/live-order.ts';
import { brokenWords } from './support/broken-words.ts';
import { describeInChromium, setUpStage } from './support/in-chromium.ts';
import { inspectScreen, sidewaysScrollers } from './support/inspect-screen.ts';
import { focused } from './support/keyboard.ts';
import { type Person, type Stage, clientOf } from './support/stage.ts';
import { clipboardText, headings, signIn } from './support/steps.ts';

const timeout = 90_000;
const hostile = '<img src=x onerror=alert(1)>';

describeInChromium('orders and usage', () => {
  let stage: Stage<OrderService>;
  let person: Person;
  const client = () => clientOf(stage, person);
  const open = async (path: string) => {
    const page = await stage.openPage();
    await signIn(page, person, path);
    return page;
  };

  setUpStage(startOrderService, async (ready) => {
    stage = ready;
    person = await stage.newPerson('Vera Rubin');
  });

  test('who has ordered nothing is told how, and can copy the command', { timeout }, async () => {
    const nobody = await stage.newPerson('Henrietta Leavitt');
    const page = await stage.openPage();
    await signIn(page, nobody, '/app');
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await page.getByText('Nothing ordered yet').waitFor();
    expect(await inspectScreen(page, 'orders-empty')).toEqual([]);
    await page.getByRole('button', { name: /^Copy curl command/ }).click();
    expect(await clipboardText(page)).toContain(`"${stage.site}/order"`);
  });

  test(
    'an order is watched from its first tile to its end, without a reload, and downloaded',
    { timeout },
    async () => {
      const { id } = await client().orders.place({
        ...plainOrder,
        acquisitions: Object.values(acquisitions),
        metadata: { name: hostile },
      });
      const page = await open('/app/orders');
      await page.getByRole('link', { name: id }).click();
      await headings(page, `Order ${id}`).waitFor();
      await page.getByText('Live', { exact: true }).waitFor();
      await stage.service.send('POST', '/admin/queue/pause');
      await page.getByText('The operator has paused deliveries').waitFor();
      await stage.service.send('POST', '/admin/queue/resume');
      await page.getByText('Order submitted and running.').waitFor();
      expect(await inspectScreen(page, 'order-running')).toEqual([]);
      const [first, second, ...others] = await stage.service.claim(id);
      await stage.service.deliver([first!]);
      await page.getByText(/^1 of \d+ tiles/).waitFor();
      const files = page.getByRole('link', { name: /visual\.tif$/ });
      await expect.poll(() => files.count()).toBe(1);
      await stage.service.deliver([second!]);
      // Its files come with it, not with the end of the order.
      await expect.poll(() => files.count()).toBe(2);
      await stage.service.deliver(others);
      await stage.service.finish(id);
      await page.getByText('Order completed.').waitFor();
      expect(await page.getByText('Live', { exact: true }).count()).toBe(0);
      const [download] = await Promise.all([page.waitForEvent('download'), files.first().click()]);
      const chunks: Buffer[] = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
      const texts = [first!, second!, ...others].map(({ lease }) => fileBytes(lease.number).toString());
      expect(texts).toContain(Buffer.concat(chunks).toString());
      expect(await inspectScreen(page, 'order-delivered')).toEqual([]);
      await page.emulateMedia({ media: 'print' });
      const onPaper = (selector: string) => page.locator(selector).first().isVisible();
      expect([await onPaper('.facts'), await onPaper('.data-table')]).toEqual([true, true]);
      expect([await onPaper('.sidebar'), await onPaper('.button'), await onPaper('.map')]).toEqual([
        false,
        false,
        false,
      ]);
      await page.emulateMedia({ media: 'screen' });
      await page.getByRole('radio', { name: 'TypeScript' }).check();
      await page.getByRole('button', { name: /^Copy TypeScript/ }).click();
      expect(await clipboardText(page)).toContain('swath.orders.place(');
      expect(await page.locator('img').count()).toBe(0);
    },
  );

  test(
    'one is followed again after a proxy was in the way, and after a sign-in that had ended',
    { timeout },
    async () => {
      const { id } = await client().orders.place(plainOrder);
      const page = await stage.openPage();
      const events = '**/order/*/events';
      await page.route(events, (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }), { times: 1 });
      await signIn(page, person, `/app/orders/${id}`);
      const live = page.getByText('Live', { exact: true });
      await live.waitFor();

      await page.getByRole('link', { name: 'All orders' }).click();
      await page.getByRole('link', { name: id }).waitFor();
      await page.context().clearCookies();
      await page.route(events, (route) =>
        route.fulfill({ status: 401, json: { message: 'Unauthorized', code: null } }),
      );
      await page.getByRole('link', { name: id }).click();
      const again = page.getByRole('dialog', { name: 'Sign in again' });
      await again.waitFor();
      await page.unroute(events);
      await again.locator('#password').fill(person.password);
      await again.getByRole('button', { name: 'Sign in', exact: true }).click();
      await live.waitFor();
      await client().orders.cancel(id);
      await page.getByText('Cancelled', { exact: true }).waitFor();
      expect(await live.count()).toBe(0);
    },
  );

  describe('while it runs', () => {
    liveOrderSuite(() => ({ stage, person }));
  });

  test('tiles that take longer to be read than events to come are shown all the same', { timeout }, async () => {
    const { id } = await client().orders.place({ ...plainOrder, acquisitions: Object.values(acquisitions) });
    const page = await open(`/app/orders/${id}`);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('table', { name: 'Tiles' }).getByText('Waiting').first().waitFor();
    const held: Route[] = [];
    await page.route(/tiles\?limit=50$/, (route) => void held.push(route));
    const [first, second, third] = await stage.service.claim(id);
    await stage.service.deliver([first!]);
    await page.getByText('1 of 3 tiles').waitFor();
    await expect.poll(() => held.length).toBe(1);
    await stage.service.deliver([second!]);
    await page.getByText('2 of 3 tiles').waitFor();
    await page.waitForTimeout(300);
    expect(held).toHaveLength(1);
    await held[0]!.continue();
    // What has changed meanwhile is asked for behind it.
    await expect.poll(() => held.length).toBe(2);
    await held[1]!.continue();
    await expect.poll(() => page.getByRole('cell', { name: 'Delivered' }).count()).toBe(2);
    await stage.service.fail([third!], 'the imagery is gone');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('one is cancelled after a question; Escape keeps it', { timeout }, async () => {
    const { id } = await client().orders.place(plainOrder);
    const page = await open(`/app/orders/${id}`);
    const ask = page.getByRole('button', { name: 'Cancel order' }).first();
    await ask.click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this order?' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect((await client().orders.read(id)).state).toBe('RUNNING');
    await ask.click();
    await page.route('**/order/*/cancel', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Cancel order' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Keep it running' }).click();
    await page.unroute('**/order/*/cancel');
    await ask.click();
    // What went wrong before is not what is said of the next time.
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    // The button went with what it did.
    await expect.poll(async () => (await focused(page)).name).toBe(`Order ${id}`);
    expect((await client().orders.read(id)).state).toBe('CANCELLED');
  });

  test('one that failed says why, is read although it is large, and is tried again', { timeout }, async () => {
    const { id } = await client().orders.place({
      ...plainOrder,
      output_config: { bucket: 'managed', prefix: 'again' },
    });
    const reason =
      'the imagery is gone: the file was there when the order was placed, and is not any more, nor elsewhere';
    await stage.service.fail(await stage.service.claim(id), reason);
    await stage.service.finish(id);
    const page = await stage.openPage();
    await page.route(`**/order/${id}`, async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { order: { acquisitions: unknown[] } };
      const [first] = json.order.acquisitions;
      json.order.acquisitions = Array.from({ length: 300 }, (_, at) => ({ ...(first as object), id: `scene-${at}` }));
      await route.fulfill({ response, json });
    });
    await signIn(page, person, `/app/orders/${id}`);
    await page.getByText('the imagery is gone').first().waitFor();
    expect(await brokenWords(page)).toEqual([]);
    expect(await page.getByText('scene-9').isVisible()).toBe(true);
    await page.getByText('290 more').click();
    expect(await page.getByText('scene-299').isVisible()).toBe(true);
    await page.getByText('290 more').click();
    expect(await inspectScreen(page, 'order-failed')).toEqual([]);
    await page.getByRole('button', { name: 'Try failed tiles again' }).click();
    await page.getByText('Running', { exact: true }).waitFor();
    await expect.poll(async () => (await focused(page)).name).toBe(`Order ${id}`);
    expect((await client().orders.read(id)).state).toBe('RUNNING');
  });

  test('an order of another, and none at all, are told plainly', { timeout }, async () => {
    const page = await open('/app/orders/1234567890123456789');
    await page.getByRole('alert').waitFor();
    expect(await inspectScreen(page, 'order-unknown')).toEqual([]);
    await page.getByRole('link', { name: 'All orders' }).click();
    await headings(page, 'Orders').waitFor();
  });

  test('the list is told apart by state, and shown on a phone', { timeout }, async () => {
    const page = await open('/app/orders');
    await page
      .getByRole('row', { name: /Cancelled/ })
      .first()
      .waitFor();
    expect(await inspectScreen(page, 'orders')).toEqual([]);
    await page.setViewportSize({ width: 1024, height: 768 });
    expect(await brokenWords(page, 'tbody th', 19)).toEqual([]);
    expect(await page.evaluate(sidewaysScrollers)).toEqual([]);

    // As if there were another page: who asked for the last one by the keyboard does not lose the place.
    await page.route('**/order?*', async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { has_more: boolean };
      await route.fulfill({ response, json: { ...json, has_more: !route.request().url().includes('starting_after') } });
    });
    await page.reload();
    await page.getByRole('button', { name: 'Show more orders' }).press('Enter');
    await expect.poll(async () => (await focused(page)).name).toBe('These are all orders.');
  });

  test('usage by age of imagery, of the organization and of the person, by keyboard', { timeout }, async () => {
    const page = await open('/app/usage');
    await page.getByRole('rowheader', { name: 'All imagery' }).waitFor();
    expect(await inspectScreen(page, 'usage')).toEqual([]);
    await page.getByRole('radio', { name: 'Organization' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('radio', { name: 'Only me', checked: true }).waitFor();
    await page.getByRole('rowheader', { name: 'All imagery' }).waitFor();
    await page.getByRole('radio', { name: String(new Date().getUTCFullYear() - 1) }).check();
    await page.getByRole('cell', { name: '0 km²' }).first().waitFor();
  });
});
