import { expect, test } from 'vitest';
import { focused, openProfile, tabTo } from '../support/keyboard.ts';
import type { Stage } from '../support/stage.ts';
import { clipboardText, headings, signIn } from '../support/steps.ts';

export function keyboardSuite(getStage: () => Stage): void {
  test('sign in, create, copy, delete and sign out', async () => {
    const stage = getStage();
    const person = await stage.newPerson('Dorothy Vaughan');
    const page = await stage.openPage();
    await page.goto('/');
    await headings(page, 'Sign in').waitFor();
    await page.keyboard.type(person.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    await headings(page, /^Hello/).waitFor();

    await openProfile(page);
    expect((await focused(page)).name).toBe('API Key');
    await page.keyboard.press('Enter');
    await headings(page, 'API Key').waitFor();
    await expect.poll(async () => (await focused(page)).name).toBe('API Key');

    await tabTo(page, 'Create key');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Create an API key' }).waitFor();
    await page.keyboard.type('by-keyboard');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Your new key' }).waitFor();
    await expect.poll(async () => (await focused(page)).name).toBe('Copy key by-keyboard');
    await page.keyboard.press('Enter');
    await page.getByText('Copied key by-keyboard to the clipboard').waitFor({ state: 'attached' });
    const key = await clipboardText(page);
    const self = () => fetch(`${stage.service.url}/auth/self`, { headers: { 'vendor-api-key': key } });
    expect((await self()).status).toBe(200);

    await page.keyboard.press('Escape');
    await expect.poll(async () => (await focused(page)).name).toBe('Create key');
    await tabTo(page, 'Select by-keyboard');
    await page.keyboard.press('Space');
    await tabTo(page, 'Delete by-keyboard');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Delete this key?' }).waitFor();
    expect((await focused(page)).name).toBe('Cancel');
    await tabTo(page, 'Delete key');
    await page.keyboard.press('Enter');
    await page.getByText('You have no keys yet').waitFor();
    await expect.poll(async () => (await focused(page)).name).toBe('API Key');
    expect((await self()).status).toBe(401);

    await openProfile(page);
    await tabTo(page, 'Sign out', 'ArrowDown');
    await page.keyboard.press('Enter');
    await headings(page, 'Sign in').waitFor();
  });

  test('a dialog that is left by its buttons gives the focus back', async () => {
    const stage = getStage();
    const person = {
      name: 'Mary Golda Ross',
      email: 'mary.golda.ross@example.com',
      password: 'gentle-river-9-stones',
    };
    await stage.createAccount({ ...person, role: 'admin' });
    const page = await stage.openPage();
    await signIn(page, person, '/app/admin/collections');
    await page.getByRole('button', { name: 'Create collection' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Id').fill('dialogs');
    await page.keyboard.press('Enter');
    const edit = page.getByRole('button', { name: 'Edit dialogs' });
    const isOnEdit = async () => {
      await expect.poll(async () => (await focused(page)).name).toBe('Edit dialogs');
    };
    await edit.press('Enter');
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await isOnEdit();
    await edit.press('Enter');
    await page.getByRole('dialog').getByLabel('Title').fill('By keyboard');
    await page.keyboard.press('Enter');
    await page.getByRole('rowheader', { name: 'By keyboard' }).waitFor();
    await isOnEdit();
    await page.getByRole('button', { name: 'Delete dialogs' }).press('Enter');
    await page
      .getByRole('dialog')
      .getByLabel(/^Type dialogs/)
      .fill('dialogs');
    await page.keyboard.press('Enter');
    await edit.waitFor({ state: 'detached' });
    await expect.poll(async () => (await focused(page)).name).toBe('Collections');
  });

  test('Escape closes the menu and gives the focus back; the first Tab stop skips to the content', async () => {
    const stage = getStage();
    const person = await stage.newPerson('Mary Jackson');
    const page = await stage.openPage();
    await signIn(page, person);
    await openProfile(page);
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await focused(page)).name).toMatch(/^Profile menu/);
    await page.reload();
    await headings(page, /^Hello/).waitFor();
    await page.keyboard.press('Tab');
    expect((await focused(page)).name).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Create one');
  });
}
