import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createClient } from '@swath/client';
import { type OrderService, plainOrder, startOrderService } from '../http/orders/support-orders.ts';
import { item, ndjson } from '../ingest/support.ts';
import { collectionJson } from '../stac/writes-fixture.ts';
import { describeInChromium, setUpStage } from './support/in-chromium.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { lookAgainUntil } from './support/look-again.ts';
import { type Person, type Stage, clientOf } from './support/stage.ts';
import { headings, signIn } from './support/steps.ts';

const timeout = 60_000;
const hostile = '<img src=x onerror=alert(1)>';

describeInChromium('collections, ingest, health, usage and saved searches', () => {
  let stage: Stage<OrderService>;
  let administrator: Person;
  let customer: Person;
  const client = () => clientOf(stage, administrator);
  const open = async (person: Person, path: string) => {
    const page = await stage.openPage();
    await signIn(page, person, path);
    return page;
  };
  /** A page whose clock the test moves on. */
  const openWithClock = async (person: Person, path: string) => {
    const page = await stage.openPage();
    await page.clock.install();
    await signIn(page, person, path);
    return page;
  };

  setUpStage(startOrderService, async (ready) => {
    stage = ready;
    administrator = { name: 'Ruby Payne', email: 'ruby.payne@example.com', password: 'quiet-harbour-91-lamps' };
    await stage.createAccount({ ...administrator, role: 'admin' });
    customer = await stage.newPerson('Margaret Burbidge');
  });

  test('a collection is made, told apart, edited, and deleted only by its typed id', { timeout }, async () => {
    const page = await open(administrator, '/app/admin');
    await page.getByRole('link', { name: 'Collections', exact: true }).click();
    const scenes = page.getByRole('row', { name: /scenes/ });
    await scenes.getByRole('cell', { name: '3', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Create collection' }).click();
    const creating = page.getByRole('dialog', { name: 'Create a collection' });
    await creating.getByLabel('Id').fill('aerial');
    await creating.getByLabel('Title').fill(hostile);
    expect(await inspectScreen(page, 'collection-create')).toEqual([]);
    await creating.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('rowheader', { name: hostile }).waitFor();
    expect(await inspectScreen(page, 'collections')).toEqual([]);
    expect(await page.locator('img').count()).toBe(0);

    await page.getByRole('button', { name: 'Create collection' }).click();
    await creating.getByLabel('Id').fill('begun');
    await creating.getByRole('radio', { name: 'JSON' }).check();
    await creating.getByRole('radio', { name: 'Form' }).check();
    expect(await creating.getByLabel('Id').inputValue()).toBe('begun');
    await creating.getByRole('radio', { name: 'JSON' }).check();
    await creating.getByLabel('STAC collection').fill('{"id": ');
    await creating.getByRole('button', { name: 'Create', exact: true }).click();
    await creating.getByText('That is no JSON object').waitFor();
    await creating.getByLabel('STAC collection').fill('{"id": "half"}');
    await creating.getByRole('button', { name: 'Create', exact: true }).click();
    await creating.getByText(/Request id/).waitFor();
    expect(await creating.getByLabel('STAC collection').inputValue()).toBe('{"id": "half"}');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Edit aerial' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit aerial' });
    await editing.getByLabel('Title').fill('Aerial surveys');
    await editing.getByLabel('Description').fill('Flown in summer.');
    await editing.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('rowheader', { name: /Aerial surveys/ }).waitFor();
    expect(await client().catalog.collection('aerial')).toMatchObject({ description: 'Flown in summer.' });
    await page.getByRole('button', { name: 'Edit aerial' }).click();
    await client().collectionWrites.change('aerial', { description: 'Said by somebody else.' });
    await editing.getByLabel('Title').fill('Aerial');
    await editing.getByRole('button', { name: 'Save' }).click();
    await editing.waitFor({ state: 'hidden' });
    const changed = { title: 'Aerial', description: 'Said by somebody else.' };
    expect(await client().catalog.collection('aerial')).toMatchObject(changed);

    await page.getByRole('button', { name: 'Delete scenes' }).click();
    const scenesDialog = page.getByRole('dialog', { name: 'Delete scenes?' });
    await scenesDialog.getByText('3 items').waitFor();
    await scenesDialog.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Delete aerial' }).click();
    const deleting = page.getByRole('dialog', { name: 'Delete aerial?' });
    await deleting.getByLabel(/^Type aerial/).fill('aeria');
    await page.keyboard.press('Enter');
    expect(await client().catalog.collection('aerial')).toMatchObject({ id: 'aerial' });
    expect(await inspectScreen(page, 'collection-delete')).toEqual([]);
    await deleting.getByLabel(/^Type aerial/).fill('aerial');
    await deleting.getByRole('button', { name: 'Delete' }).click();
    await deleting.waitFor({ state: 'hidden' });
    await expect(client().catalog.collection('aerial')).rejects.toMatchObject({ status: 404 });
  });

  test('of many collections some are found by words, and nothing is guessed of them', { timeout }, async () => {
    for (let at = 0; at < 13; at++)
      await stage.service.send('POST', '/collections', {
        json: collectionJson(`many-${at}`, { title: `Survey ${at}` }),
      });
    const page = await stage.openPage();
    const counted = { name: 'collection_frequency', data_type: 'frequency_distribution', overflow: 9, buckets: [] };
    await page.route('**/aggregate', (route) => route.fulfill({ json: { aggregations: [counted] } }));
    await page.route('**/admin/organizations*', (route) => route.abort('connectionrefused'));
    await signIn(page, administrator, '/app/admin/collections');
    await page.getByRole('row', { name: /many-12/ }).waitFor();
    await page.getByText('The service cannot be reached').waitFor();
    expect(await page.getByText('everybody').count()).toBe(0);
    await page.getByLabel('Find a collection').fill('survey 12');
    await page.getByText('1 of 14').waitFor();
    expect(await page.getByRole('rowheader').count()).toBe(1);
    await page.getByRole('button', { name: 'Delete many-12' }).click();
    await page.getByRole('dialog').getByText('All its items').waitFor();
  });

  test('a file is sent, watched to its end, and what was not taken is told with its reason', { timeout }, async () => {
    const page = await open(administrator, '/app/admin/ingest');
    await page.getByText('No job yet').waitFor();
    expect(await inspectScreen(page, 'ingest-empty')).toEqual([]);
    const sending = page.getByRole('form', { name: 'A file from here' });
    await sending.getByLabel('File of items').setInputFiles({ name: 'a.txt', mimeType: '', buffer: Buffer.from('x') });
    await sending.getByText('That is no file of items').waitFor();
    const path = join(stage.service.dataFolder, 'changed.ndjson');
    writeFileSync(path, '{}\n');
    await sending.getByLabel('File of items').setInputFiles(path);
    // The browser looks at a file when it is asked for its size, and not before.
    await sending.getByLabel('File of items').evaluate((input) => (input as HTMLInputElement).files![0]!.size);
    writeFileSync(path, '{}\n{}\n{}\n');
    utimesSync(path, 1, 1);
    await sending.getByRole('button', { name: 'Send' }).click();
    await sending.getByText('The file has changed since it was chosen').waitFor();
    const buffer = Buffer.from(`${ndjson([item('sent-1'), item('sent-2')])}\n${JSON.stringify({ id: hostile })}\n`);
    await sending.getByLabel('File of items').setInputFiles({ name: 'items.ndjson', mimeType: '', buffer });
    await sending.getByLabel('Collection', { exact: false }).first().fill('sent');
    await sending.getByLabel('Make collections that are missing').check();
    await sending.getByRole('button', { name: 'Send' }).click();
    await headings(page, 'Ingest of upload').waitFor();
    await page.getByText('Done, with rejects').waitFor({ timeout: 40_000 });
    await page.getByRole('heading', { name: '1 reject' }).waitFor();
    await page.getByRole('cell', { name: hostile, exact: true }).waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(await inspectScreen(page, 'ingest-job')).toEqual([]);
    expect(await client().catalog.count({ collections: ['sent'] })).toBe(2);
    await page.getByRole('link', { name: 'All jobs' }).click();
    await page.getByRole('row', { name: /Done, with rejects/ }).waitFor();
    expect(await inspectScreen(page, 'ingest')).toEqual([]);
  });

  test(
    'a folder that may not be read is refused; one that is watched is cancelled and goes on',
    { timeout },
    async () => {
      const folder = join(stage.service.folder, 'incoming');
      mkdirSync(folder);
      writeFileSync(join(folder, 'one.ndjson'), ndjson([item('watched-1')]));
      const page = await open(administrator, '/app/admin/ingest');
      const starting = page.getByRole('form', { name: 'From an address or a folder' });
      await starting.getByLabel('Source').fill('/etc');
      await starting.getByRole('button', { name: 'Start' }).click();
      await starting.getByRole('alert').waitFor();
      expect(await starting.getByLabel('Source').inputValue()).toBe('/etc');
      await starting.getByLabel('Source').fill(folder);
      await starting.getByLabel('Make collections that are missing').check();
      await starting.getByText('GeoTIFFs and watching').click();
      await starting.getByLabel('Go on looking until it is cancelled').check();
      await starting.getByLabel('Seconds between two looks').fill('1');
      await starting.getByRole('button', { name: 'Start' }).click();
      await page.getByText('Watching', { exact: true }).waitFor({ timeout: 40_000 });
      await page.getByText('Live', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Cancel job' }).click();
      const dialog = page.getByRole('dialog', { name: 'Cancel this job?' });
      await dialog.getByRole('button', { name: 'Cancel job' }).click();
      await page.getByText('Cancelled', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Go on' }).click();
      await page.getByRole('button', { name: 'Cancel job' }).waitFor();
      const [job] = (await client().ingest.list({ limit: 1 })).data;
      await client().ingest.cancel(job!.id);
      await page.getByText('Cancelled', { exact: true }).waitFor();
    },
  );

  test('health tells what waits and who works, and warns', { timeout }, async () => {
    const { id } = await stage.service.order({ output_config: { bucket: 'managed', prefix: 'health' } });
    await stage.service.claim(id);
    const page = await openWithClock(administrator, '/app/admin/health');
    const shows = (text: string | RegExp) => lookAgainUntil(page, page.getByText(text), 5_000);
    await page.getByText('All is well').waitFor();
    await page.getByRole('row', { name: /^test 1/ }).waitFor();
    await page.getByRole('row', { name: /^Tiles of orders 1/ }).waitFor();
    expect(await inspectScreen(page, 'health')).toEqual([]);
    // Nobody goes on with the tile whose lease has run out.
    stage.setClockOffset(5 * 60_000);
    await shows(/Nobody delivers/);
    stage.setClockOffset(0);
    await shows('All is well');
    // Nothing is said to be well of a service that does not answer.
    await page.route('**/admin/health', (route) => route.abort('connectionrefused'));
    await shows('The service cannot be reached');
    expect(await page.getByText('All is well').count()).toBe(0);
  });

  test('usage by day, key and project, as a chart and as a table, by keyboard', { timeout }, async () => {
    const theirs = clientOf(stage, customer);
    const key = await theirs.keys.create({ name: hostile });
    const byKey = createClient({ url: stage.service.url, apiKey: key.api_key });
    const { id } = await byKey.orders.place(plainOrder);
    await stage.service.deliver(await stage.service.claim(id));
    await stage.service.finish(id);
    const page = await open(customer, '/app/usage');
    await page.getByRole('img', { name: /^Area by (day|week), at most/ }).waitFor();
    const today = new Date().toISOString().slice(0, 10);
    await page.getByRole('row', { name: new RegExp(`^${today}`) }).waitFor();
    expect(await inspectScreen(page, 'usage-by-day')).toEqual([]);
    await page.getByRole('radio', { name: 'By day' }).focus();
    await page.keyboard.press('ArrowRight');
    const row = page.getByRole('row', { name: hostile });
    await row.waitFor();
    expect(await row.getByRole('cell').nth(1).textContent()).toBe('1');
    await page.getByRole('radio', { name: 'Requests' }).check();
    await page.getByRole('row', { name: /^Signed in/ }).waitFor();
    expect(await inspectScreen(page, 'usage-by-key')).toEqual([]);
    await page.getByRole('radio', { name: 'By project' }).check();
    await page.getByRole('row', { name: /^Without a project/ }).waitFor();
    await page.getByRole('radio', { name: 'Last 30 days' }).check();
    await page.getByRole('radio', { name: 'By day' }).check();
    await page.getByText('Each bar is a day').waitFor();
    expect(await page.locator('img').count()).toBe(0);
  });

  test('a search from Explore is saved, matches what arrives, is edited, paused and deleted', { timeout }, async () => {
    const page = await openWithClock(customer, '/app/saved-searches');
    await page.getByText('Nothing is watched for yet').waitFor();
    expect(await inspectScreen(page, 'saved-searches-empty')).toEqual([]);
    const filter = JSON.stringify({ op: '<=', args: [{ property: 'gsd' }, 2] });
    const brought = new URLSearchParams({
      collections: 'scenes',
      filter,
      aoi: '-180,-90,180,90',
      datetime: '2020-01-01T00:00:00Z/..',
    });
    await page.goto(`/app/saved-searches?${brought}`);
    await headings(page, 'Save a search').waitFor();
    expect(await page.getByLabel(/^Filter/).inputValue()).toBe(filter);
    await page.getByLabel('Name').fill(hostile);
    await page.getByLabel(/^Area optional/).fill('nowhere');
    await page.getByRole('button', { name: 'Save search' }).click();
    await page.getByText('That cannot be saved').waitFor();
    await page.getByLabel(/^Area optional/).fill('-180,-90,180,90');
    await page.getByLabel('Order what matched, within a budget').check();
    await page.getByRole('button', { name: 'Save search' }).click();
    await page.getByText('An order needs a budget').waitFor();
    expect(await inspectScreen(page, 'saved-search-new')).toEqual([]);
    await page.getByLabel(/^Area in all/).fill('100');
    await page.getByRole('button', { name: 'Save search' }).click();
    await headings(page, hostile).waitFor();
    const [saved] = (await clientOf(stage, customer).savedSearches.list()).data;
    expect(saved).toMatchObject({
      name: hostile,
      search: { collections: ['scenes'], bbox: [-180, -90, 180, 90], 'filter-lang': 'cql2-json' },
      notify: { email: true },
      action: { order: { bucket: 'managed' }, budget: { area_sqkm: 100, period: 'month' } },
    });

    await stage.service.item('ARRIVED-1', { assets: {}, properties: { gsd: 1 } });
    await lookAgainUntil(page, page.getByRole('cell', { name: /ARRIVED-1/ }), 10_000);
    await page.getByRole('button', { name: 'Try it now' }).click();
    await page.getByText(/^\d+ match(es)? in \d+ arrivals?$/).waitFor();
    expect(await inspectScreen(page, 'saved-search')).toEqual([]);
    expect(await page.locator('img').count()).toBe(0);

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Name').fill('Fine scenes');
    // Changed elsewhere meanwhile, which the page hears of when it is looked at again.
    await clientOf(stage, customer).savedSearches.change(saved!.id, { interval_minutes: 30 });
    const heard = page.waitForResponse(`**/saved-searches/${saved!.id}`);
    await page.clock.fastForward(20_000);
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await heard;
    await page.getByLabel('Nothing more').check();
    await page.getByRole('button', { name: 'Save search' }).click();
    await headings(page, 'Fine scenes').waitFor();
    expect(await clientOf(stage, customer).savedSearches.read(saved!.id)).toMatchObject({
      name: 'Fine scenes',
      search: saved!.search,
      action: null,
      interval_minutes: 30,
    });
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'All saved searches' }).click();
    await page.getByRole('row', { name: /Fine scenes.*Paused/ }).waitFor();
    expect(await inspectScreen(page, 'saved-searches')).toEqual([]);
    await page.getByRole('link', { name: 'Fine scenes' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Fine scenes?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing is watched for yet').waitFor();
  });
});
