import { type Server, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestService, startService } from '../support/start-service.ts';
import { buildWeb } from '../web/support/build-web.ts';
import { chromiumPath, launchChromium } from '../web/support/chromium.ts';
import { describeInChromium } from '../web/support/in-chromium.ts';
import { fillSignIn, headings } from '../web/support/steps.ts';

const below = '/imagery';

/** Cuts the path off, as proxies do, and serves nothing beside it. */
function startProxy(target: () => string, strays: string[]): Promise<Server> {
  const proxy = createServer((asked, answer) => {
    const path = asked.url ?? '/';
    if (!path.startsWith(`${below}/`) && path !== below) {
      if (path !== '/favicon.ico') strays.push(path);
      return void answer.writeHead(404).end();
    }
    const to = new URL(path.slice(below.length) || '/', target());
    const passed = request(to, { method: asked.method, headers: asked.headers }, (got) => {
      answer.writeHead(got.statusCode!, got.headers);
      got.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  return new Promise((resolve) => void proxy.listen(0, 'localhost', () => resolve(proxy)));
}

describeInChromium('the web application below a path', () => {
  const strays: string[] = [];
  let [service, proxy, site]: [TestService | null, Server | null, string] = [null, null, ''];
  beforeAll(async () => {
    proxy = await startProxy(() => service!.url, strays);
    site = `http://localhost:${(proxy.address() as AddressInfo).port}${below}`;
    service = await startService({ SWATH_PUBLIC_URL: site }, { webFolder: await buildWeb() });
  }, 240_000);
  afterAll(async () => {
    proxy?.close();
    await service?.stop();
  });

  test('signs in, goes from page to page and back, and asks for nothing beside it', { timeout: 240_000 }, async () => {
    const browser = await launchChromium(chromiumPath()!);
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(60_000);
      await page.goto(`${site}/app`);
      await fillSignIn(page, service!.admin);
      await page.getByRole('button', { name: /^Profile menu/ }).waitFor();
      await page.getByRole('link', { name: 'Explore', exact: true }).first().click();
      await page.waitForURL(`${site}/app/explore**`);
      await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
      await page.waitForURL(`${site}/app/orders`);
      await headings(page, 'Orders').waitFor();
      await page.reload();
      await headings(page, 'Orders').waitFor();
      await page.goBack();
      await page.waitForURL(`${site}/app/explore**`);
    } finally {
      await browser.close();
    }
    expect(strays).toEqual([]);
  });
});
