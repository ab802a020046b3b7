import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type OrderService, plainOrder } from '../../http/orders/support-orders.ts';
import { type Person, type Stage, clientOf } from '../support/stage.ts';
import { signIn } from '../support/steps.ts';

type Watched = { readonly stage: Stage<OrderService>; readonly person: Person };

const timeout = 60_000;

/** As if the tab were behind another one, or before it again. */
const show = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

export function liveOrderSuite(getWatched: () => Watched): void {
  test('it is looked at again where a proxy lets no events through', { timeout }, async () => {
    const { stage, person } = getWatched();
    const { id } = await clientOf(stage, person).orders.place(plainOrder);
    const page = await stage.openPage();
    await page.clock.install();
    let asked = 0;
    await page.route('**/order/*/events', (route) => {
      asked += 1;
      return route.fulfill({ contentType: 'text/html', body: '<h1>No events here</h1>' });
    });
    await signIn(page, person, `/app/orders/${id}`);
    await page.getByText('Order submitted and running.').waitFor();
    await expect.poll(() => asked).toBe(1);
    await stage.service.deliver(await stage.service.claim(id));
    await stage.service.finish(id);
    await page.clock.fastForward(20_000);
    await page.getByText('Order completed.').waitFor();
    await page.getByRole('table', { name: 'Tiles' }).getByText('Delivered').first().waitFor();
    expect(asked).toBe(1);
  });

  test('a tab that nobody sees holds no connection; it is up to date when it is seen again', { timeout }, async () => {
    const { stage, person } = getWatched();
    const client = clientOf(stage, person);
    const { id } = await client.orders.place(plainOrder);
    const page = await stage.openPage();
    await signIn(page, person, `/app/orders/${id}`);
    await page.getByText('Live', { exact: true }).waitFor();
    // A browser has six connections to a service, for all tabs: with as many streams nothing more would be loaded.
    const given = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/events'));
    await show(page, 'hidden');
    await given;
    await expect.poll(() => page.getByText('Live', { exact: true }).count()).toBe(0);
    await client.orders.cancel(id);
    await show(page, 'visible');
    await page.getByText('Cancelled', { exact: true }).waitFor();
  });
}
