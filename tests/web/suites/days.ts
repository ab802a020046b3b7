import { expect, test } from 'vitest';
import { isProof } from '../support/is-proof.ts';
import { type Stage, clientOf } from '../support/stage.ts';
import { headings, signIn } from '../support/steps.ts';

export function daySuite(getStage: () => Stage): void {
  test.runIf(isProof)(
    'the last day of a saved search is that of whoever types it, and is shown as it was typed',
    { timeout: 60_000 },
    async () => {
      const stage = getStage();
      const person = await stage.newPerson('Issei Yamamoto');
      const page = await stage.openPage({ timezoneId: 'Asia/Tokyo' });
      await signIn(page, person, '/app/saved-searches?new=1');
      await page.getByLabel('Name').fill('Until New Year');
      await page.getByLabel(/^Last day/).fill('2098-12-31');
      await page.getByRole('button', { name: 'Save search' }).click();
      await headings(page, 'Until New Year').waitFor();
      const [saved] = (await clientOf(stage, person).savedSearches.list()).data;
      expect(new Date(saved!.expires!).toISOString()).toBe('2098-12-31T14:59:59.000Z');
      expect(await page.getByTitle(/^31 December 2098 at 23:59:59/).count()).toBe(1);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      expect(await page.getByLabel(/^Last day/).inputValue()).toBe('2098-12-31');
    },
  );
}
