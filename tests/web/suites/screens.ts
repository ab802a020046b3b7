import { expect, test } from 'vitest';
import { inspectScreen, sidewaysScrollers } from '../support/inspect-screen.ts';
import { clientOf, type Stage } from '../support/stage.ts';
import { createKey, fillSignIn, headings, signIn } from '../support/steps.ts';

const dayMs = 86_400_000;
const timeoutMs = 120_000;

/** All that is seen before and after signing in, state by state. */
export function screenSuite(getStage: () => Stage): void {
  test('before signing in', { timeout: timeoutMs }, async () => {
    const page = await getStage().openPage();
    const problems: string[] = [];
    const look = async (name: string) => problems.push(...(await inspectScreen(page, name)));

    await page.goto('/app');
    await headings(page, 'Sign in').waitFor();
    await look('sign-in');
    await fillSignIn(page, { email: 'nobody@example.com', password: 'not a password' });
    await page.getByRole('alert').waitFor();
    await look('sign-in-refused');
    await page.goto('/reset-password');
    await look('reset');
    await page.locator('#email').fill('nobody@example.com');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('Look at your mail').waitFor();
    await look('reset-sent');
    await page.goto('/reset-password#invite=nonsense');
    await headings(page, 'Choose your password').waitFor();
    await look('invitation');
    await page.locator('#new-password').fill('a-good-enough-phrase');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('alert').waitFor();
    await look('invitation-refused');
    await page.goto('/welcome');
    await page.getByText('This address lacks its code').waitFor();
    await look('welcome');
    expect(problems).toEqual([]);
  });

  test('after signing in', { timeout: timeoutMs }, async () => {
    const stage = getStage();
    const page = await stage.openPage();
    const problems: string[] = [];
    const look = async (name: string) => problems.push(...(await inspectScreen(page, name)));

    const person = await stage.newPerson('Caroline Herschel');
    await signIn(page, person);
    await look('home');
    await page.goto('/app/password');
    await headings(page, 'Change password').waitFor();
    await look('change-password');
    await page.goto('/app/nowhere');
    await headings(page, 'There is no such page').waitFor();
    await look('not-found');
    await page.goto('/app/api-key');
    await page.getByText('You have no keys yet').waitFor();
    await look('keys-empty');
    await page.getByRole('button', { name: /^Profile menu/ }).click();
    await page.getByRole('menu').waitFor();
    await look('profile-menu');
    expect(problems).toEqual([]);
  });

  test('with keys', { timeout: timeoutMs }, async () => {
    const stage = getStage();
    const page = await stage.openPage();
    const problems: string[] = [];
    const look = async (name: string) => problems.push(...(await inspectScreen(page, name)));

    const person = await stage.newPerson('Williamina Fleming');
    const client = clientOf(stage, person);
    stage.setClockOffset(-200 * dayMs);
    await client.keys.create({ name: 'last-winter', description: 'Before the move' });
    stage.setClockOffset(0);
    const used = await client.keys.create({ name: 'ci-runner', description: 'Nightly mosaics of the delta' });
    await client.keys.create({
      name: 'qgis-desktop',
      description: 'A description that is long enough to need two lines',
    });
    await client.keys.create();
    await fetch(`${stage.service.url}/auth/self`, { headers: { 'vendor-api-key': used.api_key } });
    await signIn(page, person, '/app/api-key');
    await page.getByRole('row', { name: /ci-runner/ }).waitFor();
    await look('keys');
    // As rows and as cards, on either side of the width that parts them.
    for (const width of [1024, 1121, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(sidewaysScrollers)).toEqual([]);
    }
    await page.getByRole('checkbox', { name: 'Select ci-runner' }).check();
    await page.getByRole('checkbox', { name: 'Select last-winter' }).check();
    await page.getByRole('button', { name: 'Delete selected' }).click();
    await look('keys-delete');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    await look('keys-create');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await createKey(page, 'notebook');
    await look('keys-created');
    await page.getByRole('button', { name: 'Done' }).click();

    await page.context().clearCookies();
    await page.route(/\/api-key\//, (route) =>
      route.fulfill({ status: 401, json: { message: 'Unauthorized', code: null } }),
    );
    await page.getByRole('link', { name: 'Home' }).click();
    await page.goBack();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await look('sign-in-again');
    expect(problems).toEqual([]);
  });
}
