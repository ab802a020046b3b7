import type { Page } from 'playwright-core';

/** The accessible name, roughly, and whether the focus can be seen. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return { name: '', isVisible: false };
    const labels = 'labels' in element ? (element.labels as NodeListOf<HTMLLabelElement> | null) : null;
    const label = labels?.[0]?.textContent ?? element.textContent;
    const isRadio = element instanceof HTMLInputElement && element.type === 'radio';
    const marked = isRadio ? (element.nextElementSibling ?? element) : element;
    return {
      name: (element.getAttribute('aria-label') ?? label ?? '').trim(),
      isVisible: getComputedStyle(marked).outlineStyle !== 'none',
    };
  });

export async function tabTo(page: Page, name: string | RegExp, key = 'Tab', most = 60): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press(key);
    const current = await focused(page);
    if (current.name !== '' && key === 'Tab' && !current.isVisible)
      throw new Error(`No visible focus on ${current.name}`);
    if (typeof name === 'string' ? current.name === name : name.test(current.name)) return;
  }
  throw new Error(`The Tab key does not reach ${name}`);
}

export async function openProfile(page: Page): Promise<void> {
  await tabTo(page, /^Profile menu/);
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
}
