import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type Draws, drawNoMaps } from './draw-no-maps.ts';
import { wantsScreenshots } from './photograph.ts';
import { watchPage } from './watch-page.ts';

/** Pages of one browser, each in a context of its own as long as it is open. */
export type BrowserPages = {
  open(draws: Draws, options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
  /** The browser itself stays, for others. */
  end(): Promise<void>;
};

/** The first plain page of each test is opened where the one of the test before was: the application is loaded and compiled there. */
export function openPagesOf(browser: Browser, site: string, report: (problem: string) => void): BrowserPages {
  let lasting: Promise<LastingContext> | undefined;
  let isTaken = false;
  const others: BrowserContext[] = [];

  const newContext = async (options: BrowserContextOptions) => {
    const viewport = { width: 1280, height: 800 };
    const context = await browser.newContext({
      baseURL: site,
      viewport,
      reducedMotion: 'reduce',
      ...density,
      ...options,
    });
    context.setDefaultTimeout(20_000);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site });
    return context;
  };
  const contextFor = async (options: BrowserContextOptions) => {
    const isPlain = Object.keys(options).length === 0;
    if (isPlain && !isTaken) {
      isTaken = true;
      lasting ??= newContext({}).then((context) => makeLasting(context, site));
      return (await lasting).context;
    }
    const context = await newContext(options);
    others.push(context);
    return context;
  };

  const close = async () => {
    await Promise.all(others.splice(0).map((context) => context.close()));
    if (isTaken) await (await lasting)?.clear();
    isTaken = false;
  };

  return {
    async open(draws, options = {}) {
      const page = await (await contextFor(options)).newPage();
      if (draws === 'no maps') await page.addInitScript(drawNoMaps);
      await watchPage(page, new URL(options.baseURL ?? site).host, report);
      return page;
    },
    close,
    async end() {
      await close();
      await (await lasting)?.context.close();
    },
  };
}

/** Maps are drawn in software: a quarter of the pixels takes a quarter less of the time. Pictures for people have them all. */
const density: BrowserContextOptions = wantsScreenshots ? {} : { deviceScaleFactor: 0.5 };

type LastingContext = { readonly context: BrowserContext; clear(): Promise<void> };

/** One page of the site stays open, with which the browser keeps the process that the next page runs in. */
async function makeLasting(context: BrowserContext, site: string): Promise<LastingContext> {
  const staying = await context.newPage();
  await staying.goto('/livez');
  const devtools = await context.newCDPSession(staying);
  return {
    context,
    async clear() {
      const pages = context.pages().filter((page) => page !== staying);
      await Promise.all(pages.map((page) => page.close()));
      await context.clearCookies();
      await devtools.send('Storage.clearDataForOrigin', { origin: site, storageTypes: 'all' });
    },
  };
}
