import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { PictureArchive } from '../../http/imagery/picture-archive.ts';
import { collectionJson } from '../../stac/writes-fixture.ts';
import type { Draws } from '../support/draw-no-maps.ts';
import { inspectScreen } from '../support/inspect-screen.ts';
import type { Person, Stage } from '../support/stage.ts';
import { headings, signIn } from '../support/steps.ts';

const timeout = 90_000;

export function exploreHistorySuite(getStage: () => Stage<PictureArchive>): void {
  let person: Person;

  beforeAll(async () => {
    person = await getStage().newPerson('Marie Tharp');
  });

  const open = async (query: string, draws?: Draws) => {
    const page = await getStage().openPage({}, draws);
    await signIn(page, person, `/app/explore?${query}`);
    return page;
  };

  test('Back and Forward go through the searches, with where the map looked', { timeout }, async () => {
    const page = await open('collections=scenes&view=15,48.7,9.00', 'maps');
    await page.getByText('3 results').waitFor();
    await page.getByRole('searchbox', { name: 'Search words' }).fill('river');
    await page.getByText('2 results').waitFor();
    await page.getByRole('button', { name: 'Zoom to results' }).click();
    await expect.poll(() => viewOf(page)).not.toBe('15.00000,48.70000,9.00');
    const near = viewOf(page);
    await page.getByLabel('Order').selectOption('oldest');
    await page.getByText(/^Filters/).click();
    await page.getByLabel('Cloud cover, %, at most', { exact: true }).fill('40');
    await page.getByText('1 result', { exact: true }).waitFor();
    await page.goBack();
    await page.getByText('2 results').waitFor();
    expect(await page.getByLabel('Order').inputValue()).toBe('oldest');
    expect(await page.getByLabel('Cloud cover, %, at most', { exact: true }).inputValue()).toBe('');
    await page.goBack();
    expect(await page.getByLabel('Order').inputValue()).toBe('newest');
    await page.goBack();
    await page.getByText('3 results').waitFor();
    await expect.poll(() => viewOf(page)).toMatch(/^15\.00000,48\.70000/);
    await page.goForward();
    await page.getByText('2 results').waitFor();
    await expect.poll(() => viewOf(page)).toBe(near);
    expect(await page.getByRole('searchbox', { name: 'Search words' }).inputValue()).toBe('river');
    // The map itself looks there, not the address alone.
    await page.getByRole('link', { name: 'Home' }).click();
    await headings(page, /Hello/).waitFor();
    await page.goBack();
    await page.getByText('2 results').waitFor();
    expect(viewOf(page)).toBe(near);
  });

  test('the last day is typed digit by digit, and the first day stays', { timeout }, async () => {
    const page = await open('collections=scenes&datetime=2024-01-01/..');
    await page.getByText('2 results').waitFor();
    await page.getByLabel('To', { exact: true }).focus();
    await page.keyboard.type('12312024', { delay: 50 });
    await page.getByText('1 result', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('datetime')).toBe('2024-01-01/2024-12-31');
    // One that lies before the first day is taken at its word.
    await page.getByLabel('To', { exact: true }).fill('2023-06-30');
    await expect.poll(() => new URL(page.url()).searchParams.get('datetime')).toBe('../2023-06-30');
  });

  test('an area whose text is deleted is gone', { timeout }, async () => {
    const page = await open('collections=scenes&aoi=1,1,2,2');
    await page.getByText('Area (1)').click();
    await page.getByRole('textbox', { name: /Coordinates/ }).fill('');
    await page.keyboard.press('Tab');
    await page.getByText('3 results').waitFor();
    await page.getByText('No area yet.').waitFor();
    expect(new URL(page.url()).searchParams.get('aoi')).toBeNull();
  });

  test('one of many collections is found by a word; on a phone the count keeps its line', { timeout }, async () => {
    for (let at = 0; at < 12; at++) {
      const title = at === 7 ? 'صور 🛰️ Harbour' : `Survey ${at}`;
      const json = collectionJson(`flight-${at}`, { title });
      expect((await getStage().service.send('POST', '/collections', { json })).status).toBe(201);
    }
    const page = await open('collections=scenes');
    await page.getByText('3 results').waitFor();
    await page.getByText(/^Filters/).click();
    await page.getByLabel('Find a collection').fill('HARBOUR');
    const listed = page.getByRole('group', { name: /Collections/ }).getByRole('checkbox');
    // What is chosen stays in sight.
    await expect.poll(() => listed.count()).toBe(2);
    await page.getByText(/^2 of 1\d$/).waitFor();
    expect(await inspectScreen(page, 'explore-find-collection')).toEqual([]);
    await page.getByRole('checkbox', { name: /Harbour/ }).check();
    await expect.poll(() => new URL(page.url()).searchParams.get('collections')).toBe('scenes,flight-7');
    await page.setViewportSize({ width: 320, height: 640 });
    const count = (await page.getByText('3 results').boundingBox())!;
    expect(count.height).toBeLessThan(40);
  });
}

const viewOf = (page: Page) => new URL(page.url()).searchParams.get('view');
