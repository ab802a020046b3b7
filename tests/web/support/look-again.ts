import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** For a page whose clock was installed: what it looks at every few seconds it looks at now, until it shows this. */
export async function lookAgainUntil(page: Page, shown: Locator, everyMs: number): Promise<void> {
  const look = async () => {
    await page.clock.fastForward(everyMs);
    return shown.count();
  };
  await expect.poll(look, { interval: 250, timeout: 30_000 }).toBeGreaterThan(0);
}
