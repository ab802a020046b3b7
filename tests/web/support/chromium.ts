import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const flags = [
  '--headless',
  '--no-sandbox',
  // Maps are drawn with WebGL, which a machine without a graphics card does in software.
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  // The page around them is drawn without one, which is less work.
  '--disable-gpu-compositing',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of one context share a process, and what it has compiled.
  '--renderer-process-limit=1',
  // A name that is not localhost, so that a page without the clipboard API can be tried.
  '--host-resolver-rules=MAP swath.test 127.0.0.1',
];

/** The browser of this machine, first one without windows, which takes a quarter less of the processors; null when it has none. */
export function chromiumPath(): string | null {
  const installed = ['chromium-headless-shell', 'chromium', 'chromium-browser'].map((name) => `/usr/bin/${name}`);
  const candidates = [process.env['SWATH_TEST_CHROMIUM'], ...installed];
  return candidates.find((path) => path !== undefined && existsSync(path)) ?? null;
}

let running: Promise<Browser> | undefined;

/** One browser for all files of a worker, with which it ends: a start of its own would cost each file a second. */
export async function launchChromium(executablePath: string): Promise<Browser> {
  if (!(await running)?.isConnected()) running = chromium.launch({ executablePath, args: flags, handleSIGTERM: false });
  return running!;
}
