import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createSharpEncoder } from '../../../server/src/adapters/pictures/sharp-encoder.ts';
import type { SelectFileNeeds } from '../../../server/src/select/files/source.ts';
import type { SelectedCell, Selection } from '../../../server/src/select/selection.ts';
import { saySkipped } from '../../support/say-skipped.ts';
import { chromiumPath, launchChromium } from '../../web/support/chromium.ts';
import { fileOf, sampleNeeds, textOf } from '../support/read-file.ts';

/** Opens pages of selects for the tests of a file; whatever a page complains of fails the test. */
export function pagesInBrowser(sampleAt: (index: number) => number = (index) => (index * 7) % 251) {
  const executablePath = chromiumPath();
  if (executablePath === null)
    saySkipped('chromium', 'no chromium for the page of a select: install it or name it in SWATH_TEST_CHROMIUM');
  const folder = mkdtempSync(join(tmpdir(), 'select-page-'));
  let browser: Browser | undefined;
  let picture: Uint8Array;
  const problems: string[] = [];

  beforeAll(async () => {
    if (executablePath === null) return;
    browser = await launchChromium(executablePath);
    const samples = Uint8Array.from({ length: 256 * 256 * 3 }, (_, index) => sampleAt(index));
    picture = await createSharpEncoder().encode({ width: 256, height: 256, channels: 3, samples }, 'webp');
  });

  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
    const found = problems.splice(0);
    if (found.length > 0) throw new Error(found.join('\n'));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** One platform has none. */
  const preview: SelectFileNeeds['preview'] = async ({ platform }) => (platform === 'geoeye-01' ? null : picture);

  /** The page from disk, in a browser without network; whatever it asks for beside itself is a problem. */
  async function open(
    shown: readonly SelectedCell[],
    selection: Selection,
    options: BrowserContextOptions = {},
  ): Promise<Page> {
    const path = join(folder, 'select.html');
    writeFileSync(path, await textOf(fileOf('html', shown, selection, sampleNeeds({ preview }))));
    const context = await browser!.newContext({ viewport: { width: 1280, height: 900 }, offline: true, ...options });
    context.setDefaultTimeout(8_000);
    const page = await context.newPage();
    const home = pathToFileURL(path).href;
    page.on('request', (request) => {
      if (request.url() !== home && !request.url().startsWith('data:')) problems.push(`asked for ${request.url()}`);
    });
    page.on('pageerror', (error) => problems.push(`page error: ${error.message}`));
    page.on('console', (message) => problems.push(`console: ${message.text()}`));
    page.on('dialog', (dialog) => {
      problems.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(home);
    return page;
  }
  return { executablePath, problems, open };
}

export const mapPixels = (page: Page): Promise<string> =>
  page.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());

export const isChanged = async (page: Page, before: string): Promise<void> => {
  await expect.poll(() => mapPixels(page)).not.toBe(before);
};
