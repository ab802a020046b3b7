import { expect, test } from 'vitest';
import { inspectScreen } from '../support/inspect-screen.ts';
import type { Stage } from '../support/stage.ts';
import { headings, signIn } from '../support/steps.ts';

export function referenceSuite(getStage: () => Stage): void {
  test('every call of the document is there, is found by a word, and opens', { timeout: 120_000 }, async () => {
    const stage = getStage();
    const page = await stage.openPage();
    await signIn(page, await stage.newPerson('Sophie Germain'));
    await page.getByRole('link', { name: 'API', exact: true }).click();
    await headings(page, 'API reference').waitFor();
    const { paths } = (await (await fetch(`${stage.service.url}/openapi.json`)).json()) as { paths: object };
    const calls = Object.values(paths).flatMap((methods: object) => Object.keys(methods)).length;
    await page.getByText(`${calls} calls`).waitFor();
    expect(await page.locator('details').count()).toBe(calls);
    await page.getByLabel('Find').fill('idempotency');
    const order = page.locator('details').filter({ hasText: 'Order imagery' });
    await expect.poll(() => page.locator('details').count()).toBeLessThan(5);
    await order.locator('summary').press('Enter');
    await page.getByRole('rowheader', { name: 'settings.hd', exact: true }).first().waitFor();
    expect(await inspectScreen(page, 'reference-opened')).toEqual([]);
    await order.locator('summary').press('Enter');
    expect(await inspectScreen(page, 'reference')).toEqual([]);
    await page.getByLabel('Find').fill('no such call');
    await page.getByText('0 calls').waitFor();
  });
}
