import type { Locator, Page } from 'playwright-core';

type Way = readonly { readonly x: number; readonly y: number }[];
const steps = 6;

/** From the middle of a divider to a share of the width that it moves in. */
async function wayTo(divider: Locator, share: number): Promise<Way> {
  const [own, frame] = [await divider.boundingBox(), await divider.locator('..').boundingBox()];
  const [from, to, y] = [own!.x + own!.width / 2, frame!.x + frame!.width * share, own!.y + own!.height / 2];
  return Array.from({ length: steps + 1 }, (_, step) => ({ x: from + ((to - from) * step) / steps, y }));
}

export async function dragByMouse(page: Page, divider: Locator, share: number): Promise<void> {
  const [first, ...others] = await wayTo(divider, share);
  await page.mouse.move(first!.x, first!.y);
  await page.mouse.down();
  for (const { x, y } of others) await page.mouse.move(x, y);
  await page.mouse.up();
}

/** A finger: the browser itself makes pointer events of it, or scrolls where the page lets it. */
export async function dragByTouch(page: Page, divider: Locator, share: number): Promise<void> {
  const way = await wayTo(divider, share);
  const browser = await page.context().newCDPSession(page);
  for (const [at, point] of way.entries())
    await browser.send('Input.dispatchTouchEvent', {
      type: at === 0 ? 'touchStart' : 'touchMove',
      touchPoints: [point],
    });
  await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await browser.detach();
}
