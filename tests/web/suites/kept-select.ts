import { expect, test } from 'vitest';
import { isProof } from '../support/is-proof.ts';
import { type Stage, clientOf } from '../support/stage.ts';
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

  test.runIf(isProof)(
    'the last words are kept of who goes at once: by a reload, a link or another address',
    { timeout: 60_000 },
    async () => {
      const stage = getStage();
      const page = await stage.openPage();
      await signIn(page, await stage.newPerson('Agnes Clerke'), `/app/select?aoi=${around}`);
      const name = page.getByLabel('Name');
      const isKept = async (typed: string) => {
        await headings(page, 'New select').waitFor();
        expect(await name.inputValue()).toBe(typed);
      };
      await name.fill('reloaded');
      await page.reload();
      await isKept('reloaded');
      await name.fill('followed a link');
      await page.getByRole('link', { name: 'All selects' }).click();
      await headings(page, 'Selects').waitFor();
      await page.goBack();
      await isKept('followed a link');
      await name.fill('went elsewhere');
      await page.goto('/livez');
      await page.goBack();
      await isKept('went elsewhere');
    },
  );

  test('the list shows that a running select has ended, without a reload', { timeout: 60_000 }, async () => {
    const stage = getStage();
    const person = await stage.newPerson('Wilhelmina Iwanowska');
    const box = around.split(',').map(Number);
    await clientOf(stage, person).selects.create({ bbox: box, name: 'under way' });
    const page = await stage.openPage();
    let looks = 0;
    await page.route('**/selects?*', async (route) => {
      const answer = await route.fetch();
      const text = await answer.text();
      await route.fulfill({ response: answer, body: looks++ === 0 ? text.replace('SUCCEEDED', 'RUNNING') : text });
    });
    await signIn(page, person, '/app/selects');
    const row = page.getByRole('row', { name: /under way/ });
    await row.getByText('Running').waitFor();
    await row.getByText('Done').waitFor();
    // Nothing moves any more.
    expect(looks).toBe(2);
  });
}
