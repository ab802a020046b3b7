import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type PictureArchive, pixelsOf, toDegrees } from '../http/imagery/picture-archive.ts';
import { collectionJson, looseItem } from '../stac/writes-fixture.ts';
import { exploreHistorySuite } from './suites/explore-history.ts';
import { describeInChromium, setUpStage } from './support/in-chromium.ts';
import { dragByMouse, dragByTouch } from './support/drag-divider.ts';
import { manyCount, startExploreArchive } from './support/explore-archive.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import type { Person, Stage } from './support/stage.ts';
import { clipboardText, headings, signIn } from './support/steps.ts';

const timeout = 90_000;
// The middle of the imagery, so near that it fills the map.
const over = `collections=scenes&view=${toDegrees(32633, 500_200, 5_399_800)
  .map((degrees) => degrees.toFixed(5))
  .join(',')},17.00`;
const key = (id: string) => `scenes/${encodeURIComponent(id)}`;

describeInChromium('Explore', () => {
  let stage: Stage<PictureArchive>;
  let person: Person;

  const open = async (query: string, who = person, options: BrowserContextOptions = {}) => {
    const page = await stage.openPage(options, 'maps');
    // Maps are drawn in software here, which takes its time on a busy machine.
    page.setDefaultTimeout(20_000);
    await signIn(page, who, `/app/explore${query === '' ? '' : `?${query}`}`);
    return page;
  };

  setUpStage(startExploreArchive, async (ready) => {
    stage = ready;
    person = await stage.newPerson('Ada Cartographer');
  });

  test('map, list and timeline show the archive, and imagery is drawn where it lies', { timeout }, async () => {
    const page = await open(over);
    await page.getByText('3 results').waitFor();
    await settled(page);
    const before = await middleOf(page, [-60, -60]);
    await page.locator('.thumbnail img').first().waitFor();
    expect(await inspectScreen(page, 'explore')).toEqual([]);
    await page.getByRole('button', { name: 'Show on map: River town in spring' }).click();
    await page.getByRole('button', { name: 'Take off the map: River town in spring' }).waitFor();
    await settled(page);
    // The four quarters: red, green, blue and nearly white.
    await expect.poll(() => middleOf(page, [-60, -60]).then(nearest), { timeout: 15_000 }).toBe('red');
    expect(nearest(await middleOf(page, [60, -60]))).toBe('green');
    expect(nearest(await middleOf(page, [-60, 60]))).toBe('blue');
    expect(nearest(before)).not.toBe('red');
    await page.getByRole('button', { name: 'Take off the map: River town in spring' }).click();
    await expect.poll(() => middleOf(page, [-60, -60]).then(nearest), { timeout: 15_000 }).not.toBe('red');
    // What is chosen beside the map takes nothing from it, here and on a phone.
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const high = async () => (await page.locator('.explore-map').boundingBox())!.height;
      const before = await high();
      await page.getByLabel('From', { exact: true }).fill('2024-01-01');
      await page.getByText('2 results').waitFor({ state: 'attached' });
      expect(await high()).toBe(before);
      await page.getByRole('button', { name: 'All dates' }).click();
      await page.getByText('3 results').waitFor({ state: 'attached' });
    }
  });

  test('what is pointed at in the list lights up on the map, and the other way around', { timeout }, async () => {
    const page = await open(`${over}&where={"eo:cloud_cover":{"most":10}}`);
    await page.getByText('1 result', { exact: true }).waitFor();
    await settled(page);
    await page.getByRole('heading', { level: 1 }).hover();
    const calm = await middleOf(page);
    await page.getByRole('button', { name: 'River town in spring', exact: true }).hover();
    await expect.poll(() => middleOf(page)).not.toEqual(calm);
    await page.getByRole('heading', { level: 1 }).hover();
    await expect.poll(() => middleOf(page)).toEqual(calm);
    expect(await page.locator('.item-card.is-marked').count()).toBe(0);
    await canvas(page).hover();
    await page.locator('.item-card.is-marked').waitFor();
    await canvas(page).click();
    await page.getByRole('button', { name: 'River town in spring', expanded: true }).waitFor();
    await page.locator('.item-details').getByText('Fieldlark-1', { exact: true }).waitFor();
    expect(await inspectScreen(page, 'explore-item')).toEqual([]);
    await page.getByRole('button', { name: 'Copy id of River town in spring' }).click();
    expect(await clipboardText(page)).toBe('spring');
    await page.getByText('As JSON').click();
    await page.getByRole('region', { name: 'JSON of this item' }).waitFor();
  });

  test('filters from queryables narrow, the address holds them, and a link shows the same', { timeout }, async () => {
    const page = await open('collections=scenes');
    await page.getByText('3 results').waitFor();
    await page.getByText('Filters').click();
    await page.getByLabel('Cloud cover, %, at most', { exact: true }).fill('40');
    await page.getByText('2 results').waitFor();
    await page.getByRole('checkbox', { name: 'Fieldlark-1' }).check();
    await page.getByText('1 result', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'River town in spring', exact: true }).click();
    await page.getByLabel('Order').selectOption('clearest');
    await settled(page);
    await page.waitForURL(/view=/);
    const { search } = new URL(page.url());
    expect(Object.fromEntries(new URLSearchParams(search))).toMatchObject({ sort: 'clearest', item: key('spring') });
    // The link alone, with nothing of what was there.
    await page.goto('about:blank');
    await page.goto(`/app/explore${search}`);
    await page.getByText('1 result', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'River town in spring', expanded: true }).waitFor();
    await settled(page);
    expect(new URL(page.url()).search).toBe(search);
    await page.getByText('This search as code').click();
    await page.getByRole('button', { name: 'Copy curl of this search' }).click();
    expect(await clipboardText(page)).toContain('"eo:cloud_cover"');
    expect(await page.getByRole('link', { name: 'Select over this area' }).getAttribute('href')).toContain(
      'collections=scenes',
    );
    await page.getByRole('slider', { name: 'Cloud cover, at most, as a slider' }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByText(`${(manyCount + 3).toLocaleString('en')} results`).waitFor();
  });

  test('thousands of outlines are drawn and pointed at without a dropped second', { timeout }, async () => {
    const page = await open('collections=many&view=10,-10,3.2');
    await page.getByText(`${manyCount.toLocaleString('en')} results, 2,100 on the map`).waitFor({ timeout: 20_000 });
    await settled(page);
    const box = (await canvas(page).boundingBox())!;
    // The best of three: others may hold the machine up for a second, the page must not.
    const longest: number[] = [];
    for (let round = 0; round < 3; round++) {
      await page.evaluate(watchFrames);
      for (let at = 0; at < 25; at++)
        await page.mouse.move(box.x + 20 + ((box.width - 40) * at) / 25, box.y + box.height / 2 + (at % 5) * 9);
      longest.push(await page.evaluate(longestFrame));
      if (longest.at(-1)! < 1_000) break;
    }
    expect(Math.min(...longest)).toBeLessThan(1_000);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.locator('.item-card.is-open').waitFor();
  });

  test('two dates of one place are compared by keyboard, mouse and touch', { timeout }, async () => {
    const page = await open(`${over}&item=${encodeURIComponent(key('spring'))}`, person, { hasTouch: true });
    await page
      .getByLabel('Compare with another date of this place')
      .selectOption({ label: '2 Oct 2025, River town in autumn' });
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const divider = page.getByRole('slider', { name: /^Divider between 10 Apr 2024/ });
    await divider.waitFor();
    await expect.poll(() => middleOf(page, [-60, -60]).then(nearest), { timeout: 20_000 }).toBe('red');
    await expect.poll(() => middleOf(page, [60, -60]).then(nearest), { timeout: 20_000 }).toBe('violet');
    await divider.focus();
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('PageUp');
    expect(await divider.getAttribute('aria-valuenow')).toBe('80');
    await expect.poll(() => middleOf(page, [60, -60]).then(nearest)).toBe('green');
    await page.keyboard.press('Home');
    await expect.poll(() => middleOf(page, [-60, -60]).then(nearest)).toBe('violet');
    await page.keyboard.press('PageUp');
    expect(await inspectScreen(page, 'explore-compare')).toEqual([]);
    for (const drag of [dragByMouse, dragByTouch]) {
      await drag(page, divider, 0.8);
      expect(await divider.getAttribute('aria-valuenow')).toBe('80');
      await expect.poll(() => middleOf(page, [-60, -60]).then(nearest)).toBe('red');
      await expect.poll(() => middleOf(page, [60, -60]).then(nearest)).toBe('green');
      await drag(page, divider, 0.2);
      expect(await divider.getAttribute('aria-valuenow')).toBe('20');
      await expect.poll(() => middleOf(page, [-60, -60]).then(nearest)).toBe('violet');
      await expect.poll(() => middleOf(page, [60, -60]).then(nearest)).toBe('violet');
    }
    // Beyond the edge it stays there, and the maps have not moved with it.
    await dragByMouse(page, divider, 1.4);
    expect(await divider.getAttribute('aria-valuenow')).toBe('100');
    expect(nearest(await middleOf(page, [60, 60]))).toBe('white');
    await page.getByRole('button', { name: 'End comparing' }).click();
    await headings(page, 'Explore').waitFor();
    await settled(page);
  });

  test(
    'an item over the antimeridian is looked at there, with the time over which it was taken',
    { timeout },
    async () => {
      const { send } = stage.service;
      await send('POST', '/collections', { json: collectionJson('islands') });
      const json = looseItem('islands', {
        geometry: { type: 'MultiPolygon', coordinates: [islandsAt(179), islandsAt(-180)] },
        properties: {
          datetime: null,
          start_datetime: '2024-02-01T00:00:00Z',
          end_datetime: '2024-02-09T00:00:00Z',
          title: 'I'.repeat(600),
        },
      });
      expect((await send('POST', '/collections/islands/items', { json })).status).toBe(201);
      const page = await open('collections=islands');
      await page.getByText('1 result', { exact: true }).waitFor();
      const card = page.locator('.item-card');
      expect(await card.textContent()).toContain('1 Feb 2024 to 9 Feb 2024');
      // A long name has its place and no more, until it is opened.
      expect((await card.boundingBox())!.height).toBeLessThan(150);
      const lookedAt = () => new URL(page.url()).searchParams.get('view')?.split(',').map(Number) ?? [0, 0, 0];
      await expect.poll(() => Math.round(Math.abs(lookedAt()[0]!))).toBe(180);
      expect(lookedAt()[2]).toBeGreaterThan(5);
      await card.getByRole('button', { expanded: false }).first().click();
      await page.locator('.item-details').getByText('Taken until').waitFor();
    },
  );

  describe('what is searched for', () => {
    exploreHistorySuite(() => stage);
  });
});

const islandsAt = (west: number) => [
  [
    [west, -17],
    [west + 1, -17],
    [west + 1, -16],
    [west, -16],
    [west, -17],
  ],
];

const canvas = (page: Page) => page.locator('.explore-map canvas');
const settled = async (page: Page) => {
  await canvas(page).waitFor();
  await page.locator('.map-canvas[aria-busy="false"]').first().waitFor({ timeout: 20_000 });
};
/** Of the middle of the map, as it is seen. */
const middleOf = async (page: Page, at: readonly [number, number] = [0, 0]) => {
  const box = (await page.locator('.explore-main .map, .swipe').first().boundingBox())!;
  const clip = { x: box.x + box.width / 2 + at[0], y: box.y + box.height / 2 + at[1], width: 8, height: 8 };
  return (await pixelsOf(await page.screenshot({ clip }))).at(2, 2).slice(0, 3);
};

const colours: Readonly<Record<string, readonly number[]>> = {
  red: [200, 40, 40],
  green: [40, 180, 40],
  blue: [40, 40, 220],
  white: [230, 230, 230],
  violet: [120, 40, 160],
};

/** The colour of the archive's imagery that a pixel has; something else when it has none of them. */
function nearest(pixel: readonly number[]): string {
  const found = Object.entries(colours).find(([, colour]) =>
    colour.every((value, band) => Math.abs(value - pixel[band]!) < 30),
  );
  return found?.[0] ?? `something else: ${pixel.join(' ')}`;
}

type Watched = { longestMs?: number };

/** Runs in the page. */
function watchFrames(): void {
  const watched = globalThis as Watched;
  let last = performance.now();
  watched.longestMs = 0;
  const look = (now: number) => {
    watched.longestMs = Math.max(watched.longestMs ?? 0, now - last);
    last = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const longestFrame = (): number => (globalThis as Watched).longestMs ?? Infinity;
