import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isProof } from '../support/is-proof.ts';
import type { Stage } from '../support/stage.ts';
import { fillSignIn, headings, signIn } from '../support/steps.ts';

const newPassword = 'amber-window-walk-29';

/** The link in the newest mail to this address; mails are files below the data folder. */
async function mailedLink(stage: Stage, email: string): Promise<string> {
  const { dataFolder } = stage.service;
  const names = await readdir(dataFolder, { recursive: true });
  const mails = names
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .toReversed();
  for (const name of mails) {
    const mail = (await readFile(join(dataFolder, name), 'utf8')).replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
    const link = /http:\/\/\S+\/reset-password#(?:token|invite)=[\w.-]+/.exec(mail)?.[0];
    if (mail.includes(email) && link) return link;
  }
  return '';
}

export function linkSuite(getStage: () => Stage): void {
  test('a forgotten password is reset by the mailed link, which works once', async () => {
    const stage = getStage();
    const person = await stage.newPerson('Katherine Johnson');
    const page = await stage.openPage();
    await page.goto('/app');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.locator('#email').fill(person.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('Look at your mail').waitFor();
    await expect.poll(() => mailedLink(stage, person.email), { timeout: 12_000 }).not.toBe('');
    const link = await mailedLink(stage, person.email);

    await page.goto(link);
    await headings(page, 'Set a new password').waitFor();
    await page.locator('#new-password').fill('password1234');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('alert').waitFor();
    await page.locator('#new-password').fill(newPassword);
    await page.getByRole('button', { name: 'Set password' }).click();
    await headings(page, 'Your password is set').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await fillSignIn(page, { email: person.email, password: newPassword });
    await headings(page, 'Hello, Katherine Johnson').waitFor();

    const again = await stage.openPage();
    await again.goto(link);
    await again.locator('#new-password').fill('another-good-phrase-3');
    await again.getByRole('button', { name: 'Set password' }).click();
    expect(await again.getByRole('alert').textContent()).toContain('The link is unknown, used or expired');
  });

  test('an invitation sets the first password', async () => {
    const stage = getStage();
    const account = { email: 'invited@example.com', name: 'Vera Rubin', invite: true };
    const { invitation_url } = (await stage.createAccount(account)) as { invitation_url: string };

    const page = await stage.openPage();
    await page.goto(invitation_url);
    await headings(page, 'Choose your password').waitFor();
    await page.locator('#new-password').fill(newPassword);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await fillSignIn(page, { email: 'invited@example.com', password: newPassword });
    await headings(page, 'Hello, Vera Rubin').waitFor();
    expect(new URL(page.url()).pathname).toBe('/app');
  });

  test.runIf(isProof)('whoever sets a password where somebody else is signed in goes on as themselves', async () => {
    const stage = getStage();
    const page = await stage.openPage();
    await signIn(page, await stage.newPerson('Henrietta Leavitt'));
    const invited = { email: 'invited.beside@example.com', name: 'Annie Maunder', invite: true };
    const { invitation_url } = (await stage.createAccount(invited)) as { invitation_url: string };
    await page.goto(invitation_url);
    await page.locator('#new-password').fill(newPassword);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await fillSignIn(page, { email: invited.email, password: newPassword });
    await headings(page, 'Hello, Annie Maunder').waitFor();
    expect(new URL(page.url()).pathname).toBe('/app');
  });

  test('the printed welcome address signs the administrator in once', async () => {
    const stage = getStage();
    const page = await stage.openPage();
    await page.goto(stage.service.welcomeUrl);
    await headings(page, 'Hello, Administrator').waitFor();
    expect(page.url()).toBe(`${stage.site}/app`);

    const again = await stage.openPage();
    await again.goto(stage.service.welcomeUrl);
    await again.getByRole('alert').waitFor();
    await again.getByRole('link', { name: 'Go to sign in' }).click();
    await headings(again, 'Sign in').waitFor();
  });

  test.runIf(isProof)(
    'an address typed without /app, or below a prefix of the API, leads to its page; another says that there is none',
    async () => {
      const stage = getStage();
      const page = await stage.openPage();
      await signIn(page, await stage.newPerson('Antonia Maury'));
      for (const [typed, path, heading] of [
        ['/api-key?a=b', '/app/api-key?a=b', 'API Key'],
        ['/discovery/v1/', '/app', 'Hello, Antonia Maury'],
        ['/api/v1/app/usage', '/app/usage', 'Usage'],
        ['/nothing/here', '/nothing/here', 'There is no such page'],
      ] as const) {
        await page.goto(typed);
        await headings(page, heading).waitFor();
        expect(page.url()).toBe(`${stage.site}${path}`);
      }
      await page.getByRole('link', { name: 'Go to the home page' }).click();
      await headings(page, 'Hello, Antonia Maury').waitFor();
    },
  );
}
