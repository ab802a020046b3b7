import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { fileURLToPath } from 'node:url';

export const screenshotFolder = fileURLToPath(new URL('../screenshots', import.meta.url));

/** `SWATH_TEST_SCREENSHOTS=1` writes pictures of every screen: they are for people, and take their time. */
export const wantsScreenshots = process.env['SWATH_TEST_SCREENSHOTS'] === '1';

export const desk = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };
const looks = [
  { size: desk, colorScheme: 'light' },
  { size: desk, colorScheme: 'dark' },
  { size: phone, colorScheme: 'light' },
  { size: phone, colorScheme: 'dark' },
] as const;

/** The whole page at both widths, light and dark, as `name-1440-light.png`; leaves the page as wide as it was, and light. */
export async function photograph(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const { size, colorScheme } of looks) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await settle(page);
    const path = join(screenshotFolder, `${name}-${size.width}-${colorScheme}.png`);
    await page.screenshot({ path, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before) await page.setViewportSize(before);
}

/** Maps draw again at another width; one that never ends is photographed as it is. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => void setTimeout(resolve, 700)));
  const busy = page.locator('.map-canvas[aria-busy="true"]:visible').first();
  await busy.waitFor({ state: 'detached', timeout: 15_000 }).catch(() => undefined);
}
