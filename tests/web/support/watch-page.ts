import type { Page } from 'playwright-core';

const expectedNoise = [
  // Chromium writes an error for every 4xx, a proxy's 502 and lost connection; the pages handle those and the tests cause them.
  /^Failed to load resource: (the server responded with a status of (4\d\d|502)|net::ERR_)/,
  // Said of every page over plain http on a host that is not localhost.
  /^The Cross-Origin-Opener-Policy header has been ignored/,
  // Without a graphics card the browser itself reads back what WebGL has drawn, and warns of it.
  /^\[\.WebGL-\w+\]GL Driver Message .* GPU stall due to ReadPixels/,
];

/** Reports what no visit to the site may cause. */
export async function watchPage(page: Page, host: string, report: (problem: string) => void): Promise<void> {
  page.on('pageerror', (error) => report(`page error: ${error.message}`));
  page.on('console', (message) => {
    const isBad = message.type() === 'error' || message.type() === 'warning';
    if (isBad && !expectedNoise.some((noise) => noise.test(message.text())))
      report(`console ${message.type()}: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.host !== host) report(`request to another host: ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    report(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.exposeFunction('reportViolation', (text: string) => report(`policy violation: ${text}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { reportViolation } = globalThis as unknown as { reportViolation: (text: string) => void };
      reportViolation(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
}
