import type { Page } from 'playwright-core';
import type { Person } from './stage.ts';

export async function fillSignIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.locator('#username').fill(email);
  await page.locator('#password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Gives the browser its session without the form, which has tests of its own. */
export async function signIn(page: Page, { email, password }: Person, path = '/app'): Promise<void> {
  const answer = await page.request.post('/auth/session', { data: { username: email, password } });
  if (!answer.ok()) throw new Error(`Sign-in of ${email}: ${await answer.text()}`);
  await page.goto(path);
  await page.getByRole('button', { name: /^Profile menu/ }).waitFor();
}

export async function chooseFromProfile(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

export async function createKey(page: Page, name: string, description = ''): Promise<void> {
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create an API key' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Description').fill(description);
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('dialog', { name: 'Your new key' }).waitFor();
}

export const clipboardText = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

export const headings = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
