import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { photograph, wantsScreenshots } from './photograph.ts';

const desktop = { width: 1280, height: 800 };
const narrowest = { width: 320, height: 640 };

/** What is wrong with the screen as it stands: axe in light and dark, and sideways scrolling on a phone. */
export async function inspectScreen(page: Page, name: string): Promise<string[]> {
  const inLight = await axeFindings(page, allRules);
  await page.setViewportSize(narrowest);
  const tooWide = await page.evaluate(sidewaysScrollers);
  await page.setViewportSize(desktop);
  const inDark = await darkFindings(page);
  if (wantsScreenshots) await photograph(page, name);
  return [
    ...inLight,
    ...inDark.map((finding) => `dark: ${finding}`),
    ...tooWide.map((element) => `${element} scrolls sideways on a phone`),
  ].map((text) => `${name}: ${text}`);
}

async function darkFindings(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const findings = await axeFindings(page, colourRules);
  await page.emulateMedia({ colorScheme: 'light' });
  return findings;
}

/** Code blocks may scroll by themselves; the page and what lies over it may not. Runs in the page. */
export function sidewaysScrollers(): string[] {
  const boxes = [
    document.documentElement,
    ...document.querySelectorAll('dialog[open], .panel, .menu-popover, .door-card'),
  ];
  return boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.className || box.tagName);
}

type AxeRules = Parameters<AxeBuilder['options']>[0];
// What lies outside of landmarks is slow to find, and never serious.
const allRules: AxeRules = { rules: { 'target-size': { enabled: true }, region: { enabled: false } } };
// The other rules look at structure, which does not change with the colours.
const colourRules: AxeRules = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** What is right need not be described, nor are sheets of style loaded again for a rule about sound: either takes its time. */
const violationsAlone: AxeRules = { resultTypes: ['violations'], preload: false };

const builder = createRequire(import.meta.url).resolve('@axe-core/playwright');
/** Half as long as what the builder would load four times for each screen. */
const axe = readFileSync(createRequire(builder).resolve('axe-core/axe.min.js'), 'utf8');
const hasAxe = (): boolean => 'axe' in globalThis;

async function axeFindings(page: Page, rules: AxeRules): Promise<string[]> {
  if (!(await page.evaluate(hasAxe))) await page.evaluate(axe);
  // There are no frames, and the newer mode opens a tab for each run.
  const { violations } = await new AxeBuilder({ page, axeSource: 'void 0' })
    .setLegacyMode()
    .options({ ...rules, ...violationsAlone })
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}
