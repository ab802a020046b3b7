import { expect, test } from 'vitest';
import type { Stage } from '../support/stage.ts';
import { fillSignIn, headings, signIn } from '../support/steps.ts';

/** Around the scenes of the archive of orders. */
const around = '14.998,48.744,15.012,48.756';

export function keptSelectSuite(getStage: () => Stage): void {
  test('what was typed outlives a reload and comes back by Back; a new one is empty', { timeout: 60_000 }, async () => {
    const stage = getStage();
    const page = await stage.openPage();
    await signIn(page, await stage.newPerson('Annie Maunder'), `/app/select?aoi=${around}`);
    await page.getByLabel('Name').fill('kept');
    await page.getByLabel('Value of criterion 1').fill('99');
    await page.getByLabel('Until').fill('2030-12-31');
    await page.getByRole('checkbox', { name: /^Training/ }).check();
    await page.waitForFunction(() => JSON.stringify(history.state).includes('"ages":["training"]'));
    const areThere = async () => {
      await page.getByText(/^About [\d.]+ km²/).waitFor();
      expect(await page.getByLabel('Name').inputValue()).toBe('kept');
      expect(await page.getByLabel('Value of criterion 1').inputValue()).toBe('99');
      expect(await page.getByLabel('Until').inputValue()).toBe('2030-12-31');
      expect(await page.getByRole('checkbox', { name: /^Training/ }).isChecked()).toBe(true);
    };
    await page.reload();
    await areThere();
    await page.getByRole('button', { name: 'Run select' }).click();
    await headings(page, 'kept').waitFor();
    await page.goBack();
    await areThere();
    const other = await stage.newPerson('Williamina Fleming');
    await page.context().clearCookies();
    await page.reload();
    await fillSignIn(page, other);
    await headings(page, 'New select').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('');
    await page.getByRole('link', { name: 'All selects' }).click();
    await page.getByRole('link', { name: 'New select' }).first().click();
    await headings(page, 'New select').waitFor();
    await page.getByText('No area yet.').waitFor();
  });
}
