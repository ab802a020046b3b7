import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { expect, test } from 'vitest';
import type { PictureArchive } from '../http/imagery/picture-archive.ts';
import { collectionJson } from '../stac/writes-fixture.ts';
import { changeAccount } from '../support/accounts.ts';
import { describeInChromium, setUpStage } from './support/in-chromium.ts';
import { hostile, manyCount, startExploreArchive } from './support/explore-archive.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { isProof } from './support/is-proof.ts';
import { focused } from './support/keyboard.ts';
import type { Person, Stage } from './support/stage.ts';
import { clipboardText, headings, signIn } from './support/steps.ts';

const timeout = 90_000;
const key = (id: string) => `scenes/${id}`;

// What is said of a search needs no map: here the browser has none to draw, as on machines that forbid it.
describeInChromium('Explore without a map', () => {
  let stage: Stage<PictureArchive>;
  let person: Person;

  const open = async (query: string, who = person, options: BrowserContextOptions = {}) => {
    const page = await stage.openPage(options);
    await signIn(page, who, `/app/explore?${query}`);
    return page;
  };

  setUpStage(
    startExploreArchive,
    async (ready) => {
      stage = ready;
      person = await stage.newPerson('Ada Cartographer');
    },
    { draws: 'no maps' },
  );

  test('thousands of results are counted, and listed fifty at a time', { timeout }, async () => {
    const page = await open('collections=many');
    await page.getByText(`${manyCount.toLocaleString('en')} results`).waitFor();
    const listed = page.getByRole('list', { name: 'Results' }).getByRole('listitem');
    expect(await listed.count()).toBe(50);
    await page.getByRole('button', { name: /^Show more results/ }).click();
    await expect.poll(() => listed.count()).toBe(100);
  });

  test('dates by keyboard and by brush', { timeout }, async () => {
    const page = await open('collections=scenes');
    await page.getByText('3 results').waitFor();
    await page.getByRole('img', { name: /^3 items from 2023-01-01/ }).waitFor();
    await page.getByLabel('From', { exact: true }).focus();
    await page.keyboard.type('01012025');
    await page.getByText('1 result', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('datetime')).toMatch(/^(?:2025-01-01|2025-01-01)\/\.\.$/);
    await page.getByRole('button', { name: 'All dates' }).click();
    await page.getByText('3 results').waitFor();
    const chart = (await page.locator('.timeline-chart > svg').boundingBox())!;
    await page.mouse.move(chart.x + 2, chart.y + 20);
    await page.mouse.down();
    await page.mouse.move(chart.x + chart.width / 2, chart.y + 20, { steps: 4 });
    await page.mouse.up();
    await page.getByText('2 results').waitFor();
    expect(new URL(page.url()).searchParams.get('datetime')).toMatch(/^2023-01-01\/2024-0\d-3\d$/);
  });

  test('on a phone the words for drawing, and the way to stop, are above the map', { timeout }, async () => {
    const page = await open('collections=scenes', person, { viewport: { width: 360, height: 740 }, hasTouch: true });
    await page.getByText('3 results').waitFor();
    await page.getByText('Area', { exact: true }).tap();
    await page.getByRole('button', { name: 'Draw a polygon' }).tap();
    const words = page.getByText(/tap the corners/).filter({ visible: true });
    await words.waitFor();
    expect(await page.getByRole('radio', { name: 'Map' }).isChecked()).toBe(true);
    expect(await inspectScreen(page, 'explore-drawing')).toEqual([]);
    await page.getByRole('button', { name: 'Stop drawing' }).tap();
    await words.waitFor({ state: 'hidden' });
  });

  test('a number that is typed slowly is asked for as it was typed', { timeout }, async () => {
    const page = await open('collections=scenes');
    await page.getByText('3 results').waitFor();
    await page.getByText('Filters').click();
    const field = page.getByLabel('Cloud cover, %, at most', { exact: true });
    await field.pressSequentially('5.0');
    await page.waitForURL(/where=/);
    await page.getByText('1 result', { exact: true }).waitFor();
    await field.pressSequentially('5');
    const asked = () => new URL(page.url()).searchParams.get('where');
    await expect.poll(asked).toBe('{"eo:cloud_cover":{"least":null,"most":5.05}}');
    expect(await field.inputValue()).toBe('5.05');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect.poll(() => field.inputValue()).toBe('');
  });

  test.runIf(isProof)(
    'who unchecks a box by the keyboard stays on it, also where it is listed no more',
    { timeout },
    async () => {
      const page = await open('collections=scenes,gone&where={"platform":["Fieldlark-1","Elsewhere"]}');
      await page.getByText('Filters').click();
      for (const name of ['Elsewhere', 'gone']) {
        const box = page.getByRole('checkbox', { name, exact: true });
        await box.focus();
        await page.keyboard.press('Space');
        await page.waitForURL((url) => !url.search.includes(name));
        expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
        expect(await box.isChecked()).toBe(false);
      }
    },
  );

  test.runIf(isProof)('a collection whose title is no text goes by its id', { timeout }, async () => {
    const json = collectionJson('untitled', { title: 'Luftbilder' });
    expect((await stage.service.send('POST', '/collections', { json })).status).toBe(201);
    const page = await stage.openPage({});
    // As archives have it that were filled before such titles were refused.
    await page.route('**/collections?*', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('"title":"Luftbilder"', '"title":{"de":"Luftbilder"}');
      await route.fulfill({ response, body });
    });
    await signIn(page, person, '/app/explore?');
    await page.getByText('Filters').click();
    await page.getByRole('checkbox', { name: 'untitled' }).waitFor();
    expect((await stage.service.send('DELETE', '/collections/untitled')).status).toBe(204);
  });

  test('hostile titles, ids, values and names of collections are shown as text', { timeout }, async () => {
    const page = await open(
      `item=${encodeURIComponent(`scenes/${encodeURIComponent(`x ${hostile}`)}`)}&collections=scenes`,
    );
    await page.getByRole('button', { name: hostile, exact: true, expanded: true }).waitFor();
    await page.getByText('Assets (1)').click();
    await page.getByText('Filters').click();
    await page.getByRole('checkbox', { name: `Many ${hostile}` }).waitFor();
    await page.getByRole('checkbox', { name: hostile, exact: true }).check();
    await page.getByText('1 result', { exact: true }).waitFor();
    expect(await page.locator('img:not(.thumbnail img)').count()).toBe(0);
    expect(await inspectScreen(page, 'explore-filters')).toEqual([]);
  });

  test('no results, a bad area, words, and an empty archive say what to do', { timeout }, async () => {
    const page = await open('collections=scenes&where={"eo:cloud_cover":{"most":1}}&aoi=here');
    await page.getByRole('alert').waitFor();
    await page.getByRole('textbox', { name: /Coordinates/ }).fill('14,48,16,49');
    await page.keyboard.press('Tab');
    await page.getByText('Nothing matches').waitFor();
    expect(await inspectScreen(page, 'explore-nothing')).toEqual([]);
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('result-count');
    await page.getByRole('searchbox').fill('river AND autumn');
    await page.getByText('1 result', { exact: true }).waitFor();

    const nobody = await stage.newPerson('Nemo Empty');
    const accounts = await stage.service.send('GET', '/admin/accounts?limit=100');
    const found = accounts
      .json<{ data: { id: string; email: string }[] }>()
      .data.find((one) => one.email === nobody.email);
    await changeAccount(stage.service.url, stage.service.token, found!.id, { collections: ['bare'] });
    const empty = await open('', nobody);
    await empty.getByText('The archive is empty').waitFor();
    await empty.getByRole('button', { name: 'Copy ingest command' }).click();
    expect(await clipboardText(empty)).toContain('swath ingest');
    expect(await inspectScreen(empty, 'explore-empty')).toEqual([]);
  });

  test.runIf(isProof)(
    'an area of many corners, and its search, outlive a reload and the way to a select',
    { timeout },
    async () => {
      const corners = Array.from({ length: 1_500 }, (_, at) => {
        const angle = (at / 1_500) * 2 * Math.PI;
        return [15 + Math.cos(angle), 48.7 + Math.sin(angle)] as [number, number];
      });
      const area = JSON.stringify({ type: 'Polygon', coordinates: [[...corners, corners[0]!]] });
      const page = await open('collections=scenes');
      await page.getByText('Area', { exact: true }).click();
      await page.getByRole('radio', { name: 'File' }).check();
      const file = { name: 'round.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(area) };
      await page.getByLabel('File with the area').setInputFiles(file);
      await page.getByText('Area (1)').waitFor();
      await page.reload();
      await page.getByText('Area (1)').click();
      await page.getByText(/1,500 corners/).waitFor();
      await page.keyboard.press('Control+Home');
      await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
      await page.getByText(/1,500 corners/).waitFor();
      await page.getByRole('link', { name: 'Select over this area' }).click();
      await page.getByRole('heading', { name: 'New select' }).waitFor();
      await page.reload();
      await page.getByText(/1,500 corners/).waitFor();
      await page.goBack();
      await page.getByText('Area (1)').waitFor();
      await page.getByText('Area (1)').click();
      await page.getByRole('button', { name: 'Clear area' }).click();
      await expect.poll(() => page.url()).toMatch(/\?collections=scenes$/);
      await expect.poll(async () => (await focused(page)).name).toBe('No area yet.');
      await page.getByRole('button', { name: 'Clear search' }).click();
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('result-count');
    },
  );

  test('what is ordered of an item is what lies in the area that was searched', { timeout }, async () => {
    const page = await open(`collections=scenes&aoi=14,48,16,49&item=${encodeURIComponent(key('spring'))}`);
    await page.getByRole('link', { name: 'Order it' }).click();
    await headings(page, 'New order').waitFor();
    expect(await page.getByRole('textbox', { name: 'Area' }).inputValue()).toBe('14, 48, 16, 49');
    expect(await page.getByLabel('Acquisitions').inputValue()).not.toBe('');
  });

  test('where the map does not come, the list does', { timeout }, async () => {
    const page = await stage.openPage();
    await page.route('**/assets/explore-map-*.js', (route) => route.abort('connectionrefused'));
    await signIn(page, person, '/app/explore?collections=scenes');
    await page.getByText('3 results').waitFor();
    await page.getByText('The map could not be loaded').waitFor();
    expect(await inspectScreen(page, 'explore-no-map')).toEqual([]);
  });

  test.runIf(isProof)(
    'what is asked for beside other collections can be seen and taken away',
    { timeout },
    async () => {
      const where = encodeURIComponent(JSON.stringify({ platform: ['elsewhere'], 'not:there': 'x' }));
      const page = await open(`collections=scenes&where=${where}`);
      await page.getByText('Nothing matches').waitFor();
      await page.getByText('Filters (3)').click();
      await page.getByRole('button', { name: 'Do not ask for not:there any more' }).click();
      await page.getByText('Filters (2)').waitFor();
      await page.getByRole('checkbox', { name: 'elsewhere' }).click();
      await page.getByText('3 results').waitFor();
      expect(new URL(page.url()).search).toBe('?collections=scenes');
    },
  );

  test.runIf(isProof)(
    'days are those that the search means by them, also far west of Greenwich',
    { timeout },
    async () => {
      const page = await open('collections=many&datetime=2015-01-11/2015-01-11', person, {
        timezoneId: 'Pacific/Honolulu',
      });
      await page.getByText('1 result', { exact: true }).waitFor();
      expect(await page.locator('.item-card').textContent()).toMatch(/Square 10.*11 Jan 2015/s);
    },
  );

  test.runIf(isProof)(
    'a file with the area that was mended is taken when it is chosen again',
    { timeout },
    async () => {
      const path = join(stage.service.dataFolder, 'mended.geojson');
      const page = await open('collections=scenes');
      await page.getByText('Area', { exact: true }).click();
      // The button that was pressed keeps the focus, as what stops the drawing.
      await page.getByRole('button', { name: 'Draw a rectangle' }).press('Enter');
      expect(await page.locator(':focus').textContent()).toBe('Stop drawing');
      await page.keyboard.press('Enter');
      expect(await page.locator(':focus').textContent()).toBe('Draw a rectangle');

      await page.getByRole('radio', { name: 'File' }).check();
      const field = page.getByLabel('File with the area');
      const choose = async (text: string) => {
        await writeFile(path, text);
        const [chooser] = await Promise.all([page.waitForEvent('filechooser'), field.click()]);
        await chooser.setFiles(path);
      };
      const parts = '**/assets/read-area-file-*.js';
      await page.route(parts, (route) => route.abort('connectionrefused'));
      await choose('{"type":"Polygon"');
      await page.getByText('that reads files could not be loaded').waitFor();
      await page.unroute(parts);
      await choose('{"type":"Polygon"');
      await page.getByText('This is no JSON').waitFor();
      await choose('{"type":"Polygon","coordinates":[[[14,48],[16,48],[16,49],[14,49],[14,48]]]}');
      await page.getByText('The area is that of mended.geojson.').waitFor();
    },
  );

  test('a search that is refused counts nothing, and says so once in each place', { timeout }, async () => {
    const page = await open('collections=scenes&aoi=POLYGON((9 50,10 51,10 50,9 51,9 50))');
    await page.getByText('This browser cannot draw maps').waitFor();
    await page.getByRole('alert').nth(1).waitFor();
    expect(await page.getByRole('alert').allTextContents()).toEqual([
      expect.stringContaining('Self-intersection at 9.5 50.5'),
      expect.stringContaining('Self-intersection at 9.5 50.5'),
    ]);
    expect(await page.getByText('0 results').count()).toBe(0);
    expect(await page.getByText('Nothing with a date.').count()).toBe(0);
  });
});
