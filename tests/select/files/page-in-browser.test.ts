import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sampleAoi, sampleCells, sampleSelection } from '../support/sample-selection.ts';
import { isChanged, mapPixels, pagesInBrowser } from './pages-in-browser.ts';

const { executablePath, problems, open } = pagesInBrowser();
const cells = sampleCells(6, 4);
const cellTitle = (page: Page) => page.locator('.cell-title').innerText();

/** Axe's serious findings. */
async function findings(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

describe.skipIf(executablePath === null)('the page of a select, offline from disk', () => {
  test('shows summary, tiles with pictures, and acquisitions with totals', async () => {
    const page = await open(cells, sampleSelection(cells));
    expect(await page.title()).toBe('Rio Grande, north of Albuquerque');
    const tiles = cells.flatMap(({ best_matches }) => best_matches);
    expect(await page.locator('.numbers').innerText()).toContain(`chosen of ${2 * tiles.length} that match`);
    expect(await page.locator('.facts').innerText()).toMatch(/5725301122138062875.*2026-06-02 09:30 UTC/s);
    expect(await page.locator('#acquisition-rows tr').count()).toBe(4);
    const sum = (25 * tiles.length).toLocaleString('en');
    expect(await page.locator('#acquisition-totals').innerText()).toMatch(
      new RegExp(`4 acquisitions\\s+${tiles.length}\\s+${sum}`),
    );
    const card = page.locator('.card').first();
    expect(await card.innerText()).toMatch(/10300100D400000\s+2026-04-13\s+worldview-03/);
    expect(await card.innerText()).toMatch(/Cloud free\s+98 %\s+Data\s+100 %\s+Off nadir\s+12.5°\s+Area\s+25 km²/);
    const image = card.locator('img');
    expect(await image.getAttribute('alt')).toMatch(/^Acquisition 10300100D400000 in cell Z13-/);
    await expect.poll(() => image.evaluate((each) => (each as HTMLImageElement).naturalWidth)).toBe(256);
    expect(await page.locator('.thumbnail.none').first().innerText()).toBe('no preview');
  });

  test('a click opens a cell; wheel, drag and buttons move the map; pictures can be left out', async () => {
    const page = await open(cells, sampleSelection(cells));
    const box = (await page.locator('canvas').boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const titles = new Set<string>();
    for (const step of [-150, -50, 50, 150]) {
      await page.mouse.click(x + step, y + 30);
      titles.add(await cellTitle(page));
    }
    expect(titles.size).toBeGreaterThanOrEqual(3);
    await page.mouse.move(x, y);
    const movements: readonly (() => Promise<unknown>)[] = [
      () => page.mouse.wheel(0, -400),
      async () => {
        await page.mouse.down();
        await page.mouse.move(x + 90, y + 40, { steps: 4 });
        await page.mouse.up();
      },
      () => page.getByRole('button', { name: 'Zoom out' }).click(),
      () => page.getByRole('button', { name: 'Show the area of interest' }).click(),
      () => page.getByLabel('Pictures').uncheck(),
    ];
    for (const movement of movements) {
      const before = await mapPixels(page);
      await movement();
      await isChanged(page, before);
    }
  });

  test.each([1280, 360])('at %i pixels a card shows its picture whole, as wide as itself', async (width) => {
    const page = await open(cells, sampleSelection(cells), { viewport: { width, height: 740 } });
    const [card, image] = [page.locator('.card').first(), page.locator('.card img').first()];
    const [outer, inner] = [(await card.boundingBox())!, (await image.boundingBox())!];
    expect(inner.width).toBeGreaterThan(outer.width - 4);
    expect(inner.width).toBeGreaterThanOrEqual(256);
    expect(inner.height).toBeCloseTo(inner.width, 0);
    expect(await image.evaluate((each) => getComputedStyle(each).objectFit)).toBe('contain');
  });

  test('works by keyboard alone', async () => {
    const page = await open(cells, sampleSelection(cells));
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('map');
    for (const key of ['+', 'ArrowRight', 'ArrowDown', '-', '0']) {
      const before = await mapPixels(page);
      await page.keyboard.press(key);
      await isChanged(page, before);
    }
    const before = await cellTitle(page);
    await page.keyboard.press('Enter');
    expect(await cellTitle(page)).not.toBe(before);
    await page.getByRole('button', { name: 'Next cell' }).press('Enter');
    const chosen = await page.locator('#cell-choice option:checked').innerText();
    expect(chosen.startsWith(await cellTitle(page))).toBe(true);
    const row = page.getByRole('button', { name: '10300100D407400' });
    const map = await mapPixels(page);
    await row.press('Enter');
    expect(await row.getAttribute('aria-pressed')).toBe('true');
    await isChanged(page, map);
  });

  test('a tap opens a cell on a phone, and nothing scrolls sideways', async () => {
    const page = await open(cells, sampleSelection(cells), { viewport: { width: 360, height: 740 }, hasTouch: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.locator('canvas').scrollIntoViewIfNeeded();
    const box = (await page.locator('canvas').boundingBox())!;
    const before = await cellTitle(page);
    await page.touchscreen.tap(box.x + box.width / 2 - 90, box.y + box.height / 2);
    await expect.poll(() => cellTitle(page)).not.toBe(before);
  });

  test.each(['light', 'dark'] as const)('axe finds nothing in %s', async (colorScheme) => {
    const cover = { percent: 99.97, acquisitions: ['10300100D400000'], is_fewest: true, gaps: sampleAoi };
    const page = await open(cells, sampleSelection(cells, {}, { warnings: ['Look here.'], cover }), { colorScheme });
    await page.locator('.request summary').click();
    expect(await page.locator('.cover').innerText()).toContain('99.9 % of the area');
    expect(await findings(page)).toEqual([]);
  });

  test('a select of nothing says so, and why', async () => {
    const none = cells.map((cell) => ({ ...cell, best_matches: [], available_tiles: 0 }));
    const warnings = ["'platform' matches nothing"];
    const page = await open(none, sampleSelection(none, { name: null }, { warnings }));
    expect(await page.locator('h1').innerText()).toBe('Select 5725301122138062875');
    expect(await page.locator('#tiles').innerText()).toContain('No imagery matches');
    expect(await page.locator('.warnings').innerText()).toContain(warnings[0]);
    expect(await page.locator('#acquisitions').isVisible()).toBe(false);
    expect(await findings(page)).toEqual([]);
  });

  test('also without any cell or area', async () => {
    const page = await open([], sampleSelection([], { aoi: null }));
    expect(await page.locator('#tiles').innerText()).toContain('No imagery matches');
  });

  test('hostile names are shown, and do nothing', async () => {
    const hostile = `</script></title><script>window.hit = 1</script><img src=x onerror="alert(1)">'"&lt;<!--<script>`;
    const tile = {
      ...cells[0]!.best_matches[0]!,
      id: hostile,
      acquisition_id: hostile,
      platform: hostile,
      date: hostile,
    };
    const shown = [{ ...cells[0]!, best_matches: [tile] }];
    const cover = { percent: 1, acquisitions: [hostile], is_fewest: false, gaps: null };
    const selection = sampleSelection(
      shown,
      { name: hostile, asSent: { query: { [hostile]: hostile } } },
      { warnings: [hostile], cover },
    );
    const page = await open(shown, selection);
    expect(await page.title()).toBe(hostile);
    for (const place of ['h1', '.warnings li', '.card h3', '.cover code', '.mark-acquisition', '.card-when b'])
      expect(await page.locator(place).first().textContent()).toBe(hostile);
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(await page.evaluate(() => 'hit' in globalThis)).toBe(false);
  });

  test('its policy lets nothing else run', async () => {
    const page = await open(cells, sampleSelection(cells));
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.hit = 1';
      document.body.append(script);
      const image = new Image();
      image.src = 'https://evil.example/x.png';
      document.body.append(image);
    });
    expect(await page.evaluate(() => 'hit' in globalThis)).toBe(false);
    const refused = () => problems.filter((problem) => problem.includes('Content Security Policy')).length;
    await expect.poll(refused).toBe(2);
    problems.splice(0);
  });
});
