import type { Page, Route } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { type OrderService, acquisitions, startOrderService } from '../http/orders/support-orders.ts';
import { pixelsOf } from '../http/imagery/picture-archive.ts';
import { dropKml, dropTwo } from './support/drop-files.ts';
import type { Draws } from './support/draw-no-maps.ts';
import { describeInChromium, setUpStage } from './support/in-chromium.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { isProof } from './support/is-proof.ts';
import { focused } from './support/keyboard.ts';
import { shapefile, utm, wgs84, zipped } from './support/make-shapefile.ts';
import { type Person, type Stage, clientOf } from './support/stage.ts';
import { clipboardText, headings, signIn } from './support/steps.ts';
import { keptSelectSuite } from './suites/kept-select.ts';

const timeout = 60_000;
const dayMs = 86_400_000;
const hostile = '<img src=x onerror=alert(1)>';
/** Around the scenes of the archive, and some way beyond them. */
const around = '14.998,48.744,15.012,48.756';
const areaField = 'Coordinates, well-known text or GeoJSON';

const settled = (page: Page) => page.locator('.map-canvas[aria-busy="false"]').first().waitFor({ timeout: 20_000 });
/** How many of a map's pixels are reddish, which only gaps and areas are. */
const redOf = async (page: Page): Promise<number> => {
  await page.locator('.map').scrollIntoViewIfNeeded();
  const { data } = await pixelsOf(await page.locator('.map').screenshot());
  let count = 0;
  for (let at = 0; at < data.length; at += 4) if (data[at]! - data[at + 1]! > 60) count++;
  return count;
};

describeInChromium('areas of interest and selects', () => {
  let stage: Stage<OrderService>;
  let person: Person;

  const open = async (path: string, who = person, draws?: Draws) => {
    const page = await stage.openPage({}, draws);
    await signIn(page, who, path);
    return page;
  };

  setUpStage(startOrderService, async (ready) => {
    stage = ready;
    person = await stage.newPerson('Wang Zhenyi');
  });
  afterEach(() => stage.setClockOffset(0));

  test('who has selected nothing is told how', { timeout }, async () => {
    const page = await open('/app', await stage.newPerson('Maria Kirch'));
    await page.getByRole('link', { name: 'Selects', exact: true }).click();
    await page.getByText('Nothing selected yet').waitFor();
    expect(await inspectScreen(page, 'selects-empty')).toEqual([]);
    await page.getByRole('button', { name: /^Copy curl command/ }).click();
    expect(await clipboardText(page)).toContain(`"${stage.site}/select"`);
    await page.getByRole('link', { name: 'New select' }).click();
    await headings(page, 'New select').waitFor();
  });

  test('by keyboard alone: the area typed, run, and its coverage read', { timeout }, async () => {
    const page = await open('/app/select', person, 'maps');
    await page.getByLabel(areaField).focus();
    await page.keyboard.type(around);
    await page.keyboard.press('Tab');
    await page.getByText(/^About [\d.]+ km²/).waitFor();
    await page.getByLabel('Value of criterion 2').focus();
    await page.keyboard.type('90');
    await page.getByRole('button', { name: 'Remove criterion 2' }).focus();
    await page.keyboard.press('Enter');
    expect((await focused(page)).name).toBe('Add a criterion');
    await settled(page);
    expect(await redOf(page)).toBeGreaterThan(100);
    await page.getByLabel('Name').focus();
    await page.keyboard.type(hostile);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/app\/selects\/\d{19}$/);
    await headings(page, hostile).waitFor();
    await page.getByText(/^Gaps: \d+ part/).waitFor();
    const percent = Number.parseFloat((await page.locator('.cover-percent strong').textContent())!);
    expect(percent).toBeGreaterThan(1);
    expect(percent).toBeLessThan(50);
    expect(await page.getByRole('row', { name: new RegExp(acquisitions.fit) }).textContent()).toMatch(/0\.4 m.*Yes/);
    await page.getByText('0.3 m is fine already').waitFor();
    await page.getByRole('table', { name: 'Cells' }).waitFor();
    await page.getByRole('rowheader', { name: 'All imagery' }).waitFor();
    await settled(page);
    // The gaps are most of the area.
    expect(await redOf(page)).toBeGreaterThan(5_000);
    expect(await page.locator('img').count()).toBe(0);
    await page.getByRole('button', { name: 'Copy curl of this select' }).click();
    expect(await clipboardText(page)).toContain('"best_cover": 100');
    await page.getByRole('radio', { name: 'TypeScript' }).check();
    await page.getByRole('button', { name: 'Copy TypeScript of this select' }).click();
    expect(await clipboardText(page)).toContain('swath.selects.create({');
    const order = page.getByRole('link', { name: 'Order this' });
    expect(await order.getAttribute('href')).toMatch(/^\/app\/order\?select=\d{19}$/);
  });

  test('who leaves while it runs is left there', { timeout }, async () => {
    const page = await open(`/app/select?aoi=${around}`, await stage.newPerson('Caroline Furness'));
    const held: Route[] = [];
    await page.route('**/select', (route) => void held.push(route));
    await page.getByRole('button', { name: 'Run select' }).click();
    await page.getByRole('button', { name: 'Selecting…' }).waitFor();
    await page.getByRole('link', { name: 'Selects', exact: true }).click();
    await page.getByText('Nothing selected yet').waitFor();
    await expect.poll(() => held.length).toBe(1);
    await held[0]!.continue();
    // It is in the list once it is there.
    await page.getByRole('row', { name: /km²/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/selects');
  });

  keptSelectSuite(() => stage);

  test('it is in the list, its files download, and it is changed and run again', { timeout }, async () => {
    const page = await open('/app/selects');
    await page.getByRole('link', { name: hostile }).waitFor();
    expect(await inspectScreen(page, 'selects')).toEqual([]);
    await page.getByRole('link', { name: hostile }).click();
    const mark = page.getByRole('button', { name: `Show the cells of ${acquisitions.fine} on the map` });
    await mark.click();
    await page.getByText(`Cell of ${acquisitions.fine}`).waitFor();
    expect(await mark.getAttribute('aria-pressed')).toBe('true');
    expect(await inspectScreen(page, 'select')).toEqual([]);
    const starts = {
      geojson: '{"type":"FeatureCollection"',
      geojsonl: '{"type":"Feature"',
      stac: '{',
      csv: 'id,',
      gpkg: 'SQLite format 3',
    };
    for (const [format, start] of Object.entries(starts)) {
      const button = page.getByRole('button', { name: `Download ${format}`, exact: true });
      const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
      const [first] = (await (await download.createReadStream()).take(1).toArray()) as Buffer[];
      expect(first!.toString().slice(0, start.length)).toBe(start);
    }
    const [report] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Open html' }).click(),
    ]);
    await report.getByText(acquisitions.fine).first().waitFor();
    await report.close();
    await page.getByRole('link', { name: 'Change and run again' }).click();
    await headings(page, 'New select').waitFor();
    expect(await page.getByLabel(areaField).inputValue()).toBe(around);
    expect(await page.getByLabel('Name').inputValue()).toBe(hostile);
    await page.getByLabel('Value of criterion 1').fill('20');
    await page.route('**/select', (route) => route.abort());
    await page.getByRole('button', { name: 'Run select' }).click();
    await page.getByText('The service cannot be reached').waitFor();
    expect(await page.getByLabel('Value of criterion 1').inputValue()).toBe('20');
    await page.unroute('**/select');
    await page.getByRole('button', { name: 'Run select' }).click();
    await page.getByText('No imagery matches.').waitFor();
    await page.getByText('Nothing was found', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Order this' }).count()).toBe(0);
    expect(await inspectScreen(page, 'select-nothing')).toEqual([]);
  });

  test('an area by box, by pasting, by file, and what is wrong with each', { timeout }, async () => {
    const page = await open('/app/select?aoi=nonsense');
    await page.getByText('No area yet.').waitFor();
    expect(await inspectScreen(page, 'select-new')).toEqual([]);
    await page.getByRole('button', { name: 'Run select' }).click();
    await page.getByText('Give an area of interest, or the ids of acquisitions.').waitFor();
    const text = page.getByLabel(areaField);
    await text.fill('POLYGON((0 0,1 0,x');
    await text.blur();
    await page.getByText('Well-known text, character 18: a number is expected.').waitFor();
    expect(await inspectScreen(page, 'select-problem')).toEqual([]);
    await page.evaluate(() =>
      navigator.clipboard.writeText('{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}'),
    );
    await text.selectText();
    await page.keyboard.press('Control+V');
    await page.getByText('3 corners').waitFor();
    await page.getByRole('radio', { name: 'Box', exact: true }).check();
    // The box around a polygon takes its place when that is wanted, not when it was looked at.
    await page.getByLabel('West', { exact: true }).focus();
    await page.getByLabel('West', { exact: true }).blur();
    await page.getByText('3 corners').waitFor();
    await page.getByLabel('North', { exact: true }).fill('91');
    await page.getByRole('button', { name: 'Use this box' }).click();
    await page.getByText('North must be a number from -90 to 90.').waitFor();
    await page.getByLabel('North', { exact: true }).fill('2');
    await page.keyboard.press('Enter');
    await page.getByText('0° N to 2° N, 0° E to 1° E').waitFor();
    await page.getByRole('radio', { name: 'File', exact: true }).check();
    const ring = [
      [15, 48.7],
      [15, 48.8],
      [15.1, 48.8],
      [15, 48.7],
    ] as const;
    const file = (prj: string) => ({
      name: 'field.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from(zipped({ 'field.shp': shapefile([[ring]]), 'field.prj': prj })),
    });
    const chooser = page.getByLabel('File with the area');
    await chooser.setInputFiles(file(utm));
    await page.getByText('field.zip: It is in WGS_1984_UTM_Zone_32N').waitFor();
    await chooser.setInputFiles(file(wgs84));
    await page.getByText('The area is that of field.zip.').waitFor();
    await page.getByText('3 corners').waitFor();
    await page.getByRole('button', { name: 'Clear area' }).click();
    await page.getByText('No area yet.').waitFor();
    await page.evaluate(dropKml);
    await page.getByText('The area is that of dropped.kml.').waitFor();
    await page.getByText('1° N to 2° N, 3° E to 4° E').waitFor();
    await page.evaluate(dropTwo);
    await page.getByText('These are several files').waitFor();
    await page.getByText('1° N to 2° N, 3° E to 4° E').waitFor();
  });

  test.runIf(isProof)(
    'criteria that rows cannot say stay JSON; what a select cannot ask for is named',
    { timeout },
    async () => {
      const filter = {
        op: 'like',
        args: [
          { op: 'casei', args: [{ property: 'title' }] },
          { op: 'casei', args: ['%a%'] },
        ],
      };
      const brought = new URLSearchParams({ aoi: around, q: 'harbour', filter: JSON.stringify(filter) });
      const page = await open(`/app/select?${brought.toString()}`);
      await page.getByText('A select cannot ask for the words “harbour”, what is asked of title').waitFor();
      await page.getByRole('radio', { name: 'JSON' }).check();
      const json = page.getByLabel('Criteria as JSON');
      const typed = '{"or": [{"gsd": {"lt": 1}}, {"platform": {"eq": "a"}}]}';
      await json.fill(typed);
      await page.getByRole('radio', { name: 'Rows' }).click();
      await page.getByRole('alert').getByText('says more than rows can').waitFor();
      expect(await json.inputValue()).toBe(typed);
      expect(await inspectScreen(page, 'select-json')).toEqual([]);
      await json.fill('{"gsd": {"lt": 1}}');
      await page.getByRole('radio', { name: 'Rows' }).click();
      expect(await page.getByLabel('Value of criterion 1').inputValue()).toBe('1');
    },
  );

  test('a rectangle and a polygon are drawn by clicks; Escape gives up', { timeout }, async () => {
    const page = await open(`/app/select?aoi=${around}`, person, 'maps');
    await settled(page);
    const canvas = page.locator('.map canvas').first();
    await canvas.scrollIntoViewIfNeeded();
    const { width, height } = (await canvas.boundingBox())!;
    const click = async (x: number, y: number) => {
      const position = { x: width * x, y: height * y };
      await canvas.hover({ position });
      await canvas.click({ position });
    };
    await page.getByRole('button', { name: 'Draw a rectangle' }).click();
    await click(0.4, 0.4);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Draw a polygon' }).waitFor();
    expect(await page.getByLabel(areaField).inputValue()).toBe(around);
    await page.getByRole('button', { name: 'Draw a rectangle' }).click();
    await click(0.4, 0.4);
    await click(0.6, 0.6);
    await expect.poll(() => page.getByLabel(areaField).inputValue()).toMatch(/^15\.\d+,48\.\d+,15\.\d+,48\.\d+$/);
    await settled(page);
    await page.getByRole('button', { name: 'Draw a polygon' }).click();
    for (const [x, y] of [
      [0.3, 0.3],
      [0.7, 0.35],
      [0.6, 0.7],
    ] as const)
      await click(x, y);
    await page.keyboard.press('Enter');
    await page.getByText('3 corners').waitFor();
    expect(await page.getByLabel(areaField).inputValue()).toMatch(/^POLYGON/);
  });

  test(
    'one that still runs is shown when it is done; one that is unknown or expired is told plainly',
    { timeout },
    async () => {
      const { id } = await clientOf(stage, person).selects.create({ ids: [acquisitions.fit] });
      const page = await stage.openPage();
      let isHeld = true;
      await page.route(`**/select/${id}`, async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as Record<string, unknown>;
        await route.fulfill({
          response: answer,
          json: isHeld ? { ...body, status: 'RUNNING', stack_depth_summary: null } : body,
        });
      });
      await signIn(page, person, `/app/selects/${id}`);
      await page.getByText('Looking through the archive.').waitFor();
      expect(await inspectScreen(page, 'select-running')).toEqual([]);
      isHeld = false;
      await page
        .getByRole('row', { name: new RegExp(acquisitions.fit) })
        .first()
        .waitFor();
      await page.getByText('1 of 1 cells have imagery').waitFor();
      await page.goto('/app/selects/1234567890123456789');
      await page
        .getByRole('alert')
        .getByText(/1234567890123456789/)
        .waitFor();
      expect(await inspectScreen(page, 'select-unknown')).toEqual([]);
      stage.setClockOffset(31 * dayMs);
      const later = await open(`/app/selects/${id}`);
      await later.getByRole('alert').getByText(new RegExp(id)).waitFor();
      await later.getByText('This one may have expired').waitFor();
      await later.getByRole('link', { name: 'All selects' }).click();
      await later.getByText('Nothing selected yet').waitFor();
    },
  );
});
