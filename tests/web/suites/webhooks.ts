import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OrderService, plainOrder } from '../../http/orders/support-orders.ts';
import { inspectScreen } from '../support/inspect-screen.ts';
import { type Person, type Stage, clientOf } from '../support/stage.ts';
import { chooseFromProfile, clipboardText, headings, signIn } from '../support/steps.ts';

const timeout = 40_000;

export function webhookSuite(getStage: () => Stage<OrderService>): void {
  let person: Person;
  const taken: string[] = [];
  const receiver = createServer((request, response) => {
    taken.push(String(request.headers['webhook-id']));
    response.end();
  });

  beforeAll(async () => {
    person = await getStage().newPerson('Grace Hopper');
  });
  beforeAll(() => new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    receiver.close();
  });

  const hook = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

  test('the secret is shown masked, copied whole, and made anew after a question', { timeout }, async () => {
    const page = await getStage().openPage();
    await signIn(page, person);
    await chooseFromProfile(page, 'Webhooks');
    await headings(page, 'Webhooks').waitFor();
    expect(await inspectScreen(page, 'webhooks-empty')).toEqual([]);
    await page.getByRole('button', { name: 'Show the secret' }).click();
    await page.getByRole('button', { name: 'Copy signing secret' }).click();
    const secret = await clipboardText(page);
    expect(secret).toMatch(/^whsec_/);
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('button', { name: 'Make a new one' }).click();
    await page.getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByText('A new secret signs now').waitFor();
    await page.getByRole('button', { name: /^Cop(y|ied) signing secret/ }).click();
    await expect.poll(() => clipboardText(page)).not.toBe(secret);
  });

  test('a new secret is not hidden by an old one that was read before it', { timeout }, async () => {
    const page = await getStage().openPage();
    await signIn(page, person, '/app/webhooks');
    let [isRead, isRotated] = [() => {}, () => {}];
    const read = new Promise<void>((resolve) => (isRead = resolve));
    const rotated = new Promise<void>((resolve) => (isRotated = resolve));
    await page.route('**/webhooks/secret', async (route) => {
      const answer = await route.fetch();
      isRead();
      await rotated;
      await route.fulfill({ response: answer });
    });
    // Whoever reads meanwhile has the old one.
    await page.route('**/webhooks/secret/rotate', async (route) => {
      await Promise.race([read, page.waitForTimeout(500)]);
      await route.continue();
    });
    await page.getByRole('button', { name: 'Make a new one' }).click();
    await page.getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByText('A new secret signs now').waitFor();
    isRotated();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Copy signing secret' }).click();
    expect(await clipboardText(page)).toBe(await clientOf(getStage(), person).webhooks.secret());
  });

  test('a new secret whose answer was lost is the one that is shown', { timeout }, async () => {
    const page = await getStage().openPage();
    await signIn(page, person, '/app/webhooks');
    await page.getByRole('button', { name: 'Show the secret' }).click();
    await page.getByRole('button', { name: 'Copy signing secret' }).waitFor();
    await page.route('**/webhooks/secret/rotate', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Make a new one' }).click();
    const read = page.waitForResponse('**/webhooks/secret');
    await page.getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByRole('alert').waitFor();
    await (await read).finished();
    await page.getByRole('button', { name: 'Copy signing secret' }).click();
    await expect.poll(() => clipboardText(page)).toBe(await clientOf(getStage(), person).webhooks.secret());
  });

  test('a receiver is tried: one that takes it, one that is not there', { timeout }, async () => {
    const page = await getStage().openPage();
    await signIn(page, person, '/app/webhooks');
    await page.getByLabel('Address').fill(hook());
    await page.getByRole('button', { name: 'Send a test message' }).click();
    await page.getByText('It was taken').waitFor();
    expect(taken).toHaveLength(1);
    await page.getByLabel('Address').fill('http://127.0.0.1:1/hook');
    await page.getByRole('button', { name: 'Send a test message' }).click();
    await page.getByText('It was not taken').waitFor();
    expect(await inspectScreen(page, 'webhooks-refused')).toEqual([]);
  });

  test('the message of an order is in the log, and sent again', { timeout }, async () => {
    const orders = clientOf(getStage(), person).orders;
    const { id } = await orders.place({ ...plainOrder, notifications: [{ type: 'webhook', url: hook() }] });
    await orders.cancel(id);
    const page = await getStage().openPage();
    await signIn(page, person, '/app/webhooks');
    const row = page.getByRole('row', { name: /order\./ }).first();
    await row.waitFor();
    expect(await inspectScreen(page, 'webhooks')).toEqual([]);
    await expect.poll(() => taken.length, { timeout: 15_000 }).toBe(2);
    await row.getByRole('button', { name: /again$/ }).click();
    await expect.poll(() => taken.length, { timeout: 15_000 }).toBe(3);
    expect(taken[2]).toBe(taken[1]);
  });
}
