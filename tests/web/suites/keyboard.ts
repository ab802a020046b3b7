import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Stage } from '../support/stage.ts';
import { clipboardText, headings, signIn } from '../support/steps.ts';

/** The accessible name, roughly, and whether the focus can be seen. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return { name: '', isVisible: false };
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent;
    const isRadio = element instanceof HTMLInputElement && element.type === 'radio';
    const marked = isRadio ? (element.nextElementSibling ?? element) : element;
    return {
      name: (element.getAttribute('aria-label') ?? label ?? '').trim(),
      isVisible: getComputedStyle(marked).outlineStyle !== 'none',
    };
  });

async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key);
    const current = await focused(page);
    if (current.name !== '' && key === 'Tab' && !current.isVisible)
      throw new Error(`No visible focus on ${current.name}`);
    if (typeof name === 'string' ? current.name === name : name.test(current.name)) return;
  }
  throw new Error(`The Tab key does not reach ${name}`);
}

async function openProfile(page: Page): Promise<void> {
  await tabTo(page, /^Profile menu/);
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
}

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
