import { expect, test } from 'vitest';
import { isProof } from '../support/is-proof.ts';
import { clientOf, type Stage } from '../support/stage.ts';
import { clipboardText, createKey, fillSignIn, headings, signIn } from '../support/steps.ts';

export function troubleSuite(getStage: () => Stage): void {
  test('an ended session asks to sign in again and keeps what was typed', async () => {
    const stage = getStage();
    const person = await stage.newPerson('Chien-Shiung Wu');
    const page = await stage.openPage();
    await signIn(page, person, '/app/api-key');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name').fill('typed before the end');
    await page.context().clearCookies();
    const authorization = /\/api-key\//;
    await page.route(authorization, (route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer ended' } }),
    );
    await page.getByRole('button', { name: 'Create', exact: true }).click();

    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await page.unroute(authorization);
    for (let presses = 0; presses < 3; presses += 1) {
      await page.keyboard.press('Escape');
      await expect.poll(() => dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
    }
    expect(await dialog.locator('#password').evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await dialog.locator('#username').inputValue()).toBe(person.email);
    await dialog.locator('#password').fill(person.password);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Name').inputValue()).toBe('typed before the end');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('typed before the end is ready').waitFor();
  });

  test.runIf(isProof)('a key that is made while the list is still being read for the first time is in it', async () => {
    const stage = getStage();
    const person = await stage.newPerson('Annie Easley');
    const page = await stage.openPage();
    const made = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok());
    let lists = 0;
    await page.route(/\/api-key\/api\/v2\/api-key$/, async (route) => {
      if (route.request().method() !== 'GET' || lists++ > 0) return route.continue();
      const before = await route.fetch();
      await made;
      // Whoever has stopped reading takes no answer.
      return route.fulfill({ response: before }).catch(() => {});
    });
    await signIn(page, person, '/app/api-key');
    await createKey(page, 'early');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => page.getByRole('row', { name: /early/ }).count()).toBe(1);
  });

  test('a double click creates one key', async () => {
    const stage = getStage();
    const person = await stage.newPerson('Gladys West');
    const page = await stage.openPage();
    await signIn(page, person, '/app/api-key');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name').fill('clicked twice');
    await page.getByRole('button', { name: 'Create', exact: true }).dblclick();
    await page.getByText('clicked twice is ready').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await clientOf(stage, person).keys.list()).toHaveLength(1);
  });

  test('without a connection the page says so and a retry brings it back', async () => {
    const stage = getStage();
    const page = await stage.openPage();
    await signIn(page, await stage.newPerson('Sally Ride'));
    await page.route(/\/(auth|api-key)\//, (route) => route.abort('connectionrefused'));
    await page.getByRole('link', { name: 'Create one' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'The service cannot be reached' });
    await alert.waitFor();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.unroute(/\/(auth|api-key)\//);
    await alert.getByRole('button', { name: 'Try again' }).press('Enter');
    await page.getByText('You have no keys yet').waitFor();
    // The keyboard goes on from the part of the page that was asked for again.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    expect(await alert.count()).toBe(0);
  });

  test('a start without the service offers a retry instead of a blank page or the sign-in form', async () => {
    const stage = getStage();
    const page = await stage.openPage();
    await signIn(page, await stage.newPerson('Mae Jemison'));
    await page.route('**/auth/session', (route) => route.abort('connectionrefused'));
    await page.reload();
    await page.getByText('The service cannot be reached').waitFor();
    expect(await page.locator('form').count()).toBe(0);
    await page.unroute('**/auth/session');
    await page.getByRole('button', { name: 'Try again' }).click();
    await headings(page, /^Hello/).waitFor();
  });

  test('a part of the page that cannot be loaded offers a reload', async () => {
    const stage = getStage();
    const page = await stage.openPage();
    const person = await stage.newPerson('Valentina Tereshkova');
    await page.route('**/assets/shell-*.js', (route) => route.abort('connectionrefused'));
    await page.goto('/app');
    await fillSignIn(page, person);
    await page.getByText('This page could not be shown').waitFor();
    await page.unroute('**/assets/shell-*.js');
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await headings(page, /^Hello/).waitFor();
    expect(stage.takeProblems().every((problem) => problem.includes('dynamically imported module'))).toBe(true);
  });

  test.runIf(isProof)('a part of the page whose connection breaks once is asked for again', async () => {
    const stage = getStage();
    const page = await stage.openPage();
    await signIn(page, await stage.newPerson('Judith Resnik'));
    let broken = 0;
    await page.route(
      '**/assets/usage-page-*.js',
      (route) => {
        broken += 1;
        return route.abort('connectionreset');
      },
      { times: 1 },
    );
    await page.getByRole('link', { name: 'Usage', exact: true }).click();
    await headings(page, 'Usage').waitFor();
    expect(broken).toBe(1);
  });

  test('too many attempts say how long to wait', async () => {
    const stage = getStage();
    const page = await stage.openPage();
    await page.goto('/app');
    await headings(page, 'Sign in').waitFor();
    await page.route('**/auth/session', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '600', 'x-vendor-requestid': 'abc' },
        json: { message: 'Too many failed sign-ins', code: 'rate_limited', type: 'rate_limit_error' },
      }),
    );
    await fillSignIn(page, { email: 'someone@example.com', password: 'guess' });
    expect(await page.getByRole('alert').textContent()).toContain('Wait 10 minutes, then try again.');
  });

  test.runIf(isProof)(
    'over plain http without the clipboard API, copying works the old way, and by hand when that fails too',
    async () => {
      const stage = getStage();
      const person = await stage.newPerson('Jocelyn Bell');
      const insecureSite = stage.site.replace('localhost', 'swath.test');
      const page = await stage.openPage({ baseURL: insecureSite });
      await page.goto('/app/api-key');
      await fillSignIn(page, person);
      await headings(page, 'API Key').waitFor();
      expect(await page.evaluate(() => 'clipboard' in navigator)).toBe(false);
      await createKey(page, 'plain');
      await page.getByRole('dialog').getByRole('button', { name: 'Copy key plain' }).click();
      await page.getByText('Copied key plain to the clipboard').waitFor({ state: 'attached' });
      const [key] = await clientOf(stage, person).keys.list();
      const reader = await stage.openPage();
      await reader.goto('/app');
      await reader.bringToFront();
      expect(await clipboardText(reader)).toBe(key?.api_key);

      await page.bringToFront();
      await page.evaluate(() => {
        document.execCommand = () => false;
      });
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('row', { name: /plain/ }).getByRole('button', { name: /^Cop/ }).click();
      expect(await page.getByRole('textbox', { name: 'key plain' }).inputValue()).toBe(key?.api_key);
      expect(await page.evaluate(() => getSelection()?.toString())).toBe(key?.api_key);
    },
  );
}
