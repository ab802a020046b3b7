import { createHash } from 'node:crypto';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { Client, OrderFile } from '@swath/client';
import type { Download } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpointOf } from '../buckets/support/s3-place.ts';
import { pixelsOf } from '../http/imagery/picture-archive.ts';
import { type OrderService, acquisitions } from '../http/orders/support-orders.ts';
import { type S3Server, findS3Server, startS3Server } from '../support/s3-server.ts';
import { chromiumPath } from './support/chromium.ts';
import { describeInChromium, setUpStage } from './support/in-chromium.ts';
import { startDeliveringService } from './support/delivering-service.ts';
import { openProfile, tabTo } from './support/keyboard.ts';
import { idOf, isPlaceable } from './support/order-form.ts';
import { type Stage, clientOf } from './support/stage.ts';
import { chooseFromProfile, clipboardText, createKey, fillSignIn, headings, signIn } from './support/steps.ts';

const s3Program = chromiumPath() ? findS3Server() : null;

const timeout = 150_000;
/** Around the imagery of the archive, and some way beyond it. */
const area = '14.998,48.744,15.012,48.756';
const areaField = 'Coordinates, well-known text or GeoJSON';

describeInChromium('from the sign-in to the imagery', () => {
  let stage: Stage<OrderService>;

  setUpStage(startDeliveringService, (ready) => {
    stage = ready;
  });

  const openSite = async () => {
    const page = await stage.openPage();
    // With the proof maps are drawn, in software, which takes its time on a busy machine.
    page.setDefaultTimeout(25_000);
    await page.goto('/');
    await headings(page, 'Sign in').waitFor();
    return page;
  };

  test('key copied, search, area typed, select, order, delivered, downloaded', { timeout }, async () => {
    const person = await stage.newPerson('Wangari Maathai');
    const page = await openSite();
    await fillSignIn(page, person);
    await headings(page, /^Hello/).waitFor();
    await chooseFromProfile(page, 'API Key');
    await createKey(page, 'first');
    await page.getByRole('dialog').getByRole('button', { name: 'Copy key first' }).click();
    expect(await statusWith(stage, await clipboardText(page))).toBe(200);
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Explore', exact: true }).click();
    await page.getByText('3 results').waitFor();
    await page.getByText('Area', { exact: true }).click();
    await page.getByLabel(areaField).fill(area);
    await page.getByRole('button', { name: 'Use this area' }).click();
    await page.waitForURL(/aoi=/);
    await page.getByText('3 results').waitFor();

    await page.getByRole('link', { name: 'Select over this area' }).click();
    await page.getByRole('button', { name: 'Run select' }).click();
    await page.getByRole('link', { name: 'Order this' }).click();
    await page.getByText('3 of 3 acquisitions').waitFor();
    await page.getByRole('button', { name: 'Check the order' }).click();
    await isPlaceable(page);
    await page.getByRole('button', { name: 'Place the order' }).click();
    await headings(page, /^Order \d{19}$/).waitFor();
    await page.getByText('Order completed.').waitFor();

    const link = page.getByRole('link', { name: /visual\.tif$/ }).first();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(await redPixels(clientOf(stage, person), idOf(page), await bytesOf(download))).toBeGreaterThan(10_000);
  });

  test('the same by keyboard alone', { timeout }, async () => {
    const person = await stage.newPerson('Merit Ptah');
    const page = await openSite();
    const go = async (name: string | RegExp, key = 'Tab') => tabTo(page, name, key, 250);
    const press = (key: string) => page.keyboard.press(key);
    await page.keyboard.type(person.email);
    await press('Tab');
    await page.keyboard.type(person.password);
    await press('Enter');
    await headings(page, /^Hello/).waitFor();
    await openProfile(page);
    await press('Enter');
    await headings(page, 'API Key').waitFor();
    await go('Create key');
    await press('Enter');
    await page.getByRole('dialog', { name: 'Create an API key' }).waitFor();
    await page.keyboard.type('by keyboard');
    await press('Enter');
    await page.getByRole('dialog', { name: 'Your new key' }).waitFor();
    await press('Enter');
    await page.getByText('Copied key by keyboard to the clipboard').waitFor({ state: 'attached' });
    expect(await statusWith(stage, await clipboardText(page))).toBe(200);
    await press('Escape');

    await go('Explore', 'Shift+Tab');
    await press('Enter');
    await page.getByText('3 results').waitFor();
    await go('Area');
    await press('Enter');
    await go(areaField);
    await page.keyboard.type(area);
    await go('Use this area');
    await press('Enter');
    await page.waitForURL(/aoi=/);
    await page.getByText('3 results').waitFor();
    await go('Select over this area', 'Shift+Tab');
    await press('Enter');

    await headings(page, 'New select').waitFor();
    await go(/^Name/);
    await page.keyboard.type('Chosen by keyboard');
    await press('Enter');
    await headings(page, 'Chosen by keyboard').waitFor();
    await page.getByRole('link', { name: 'Order this' }).waitFor();
    await go('Order this');
    await press('Enter');

    await page.getByText('3 of 3 acquisitions').waitFor();
    await go(acquisitions.coarse);
    await press('Space');
    await page.getByText('2 of 3 acquisitions').waitFor();
    await go('This service');
    await press('ArrowDown');
    await page.getByRole('radio', { name: 'A bucket', checked: true }).waitFor();
    await press('ArrowUp');
    await go('Test');
    await press('Enter');
    await page.getByText('It can be delivered to').waitFor();
    await go('Check the order');
    await press('Enter');
    await isPlaceable(page);
    await go('Place the order');
    await press('Enter');
    await headings(page, /^Order \d{19}$/).waitFor();
    await page.getByText('Order completed.').waitFor();
    await page
      .getByRole('link', { name: /visual\.tif$/ })
      .first()
      .waitFor();
    await go(/visual\.tif$/);
    const [download] = await Promise.all([page.waitForEvent('download'), press('Enter')]);
    const client = clientOf(stage, person);
    expect(await redPixels(client, idOf(page), await bytesOf(download))).toBeGreaterThan(10_000);
    const { order } = await client.orders.read(idOf(page));
    expect(order.acquisitions.map(({ id }) => id).toSorted()).toEqual([acquisitions.fine, acquisitions.fit].toSorted());
  });

  describe.skipIf(!s3Program)('with a real S3 server', () => {
    let server: S3Server;
    beforeAll(async () => {
      server = await startS3Server(s3Program ?? '', ['deliveries']);
    });
    afterAll(() => server?.stop());

    test('an order is delivered into a bucket of it', { timeout }, async () => {
      const person = await stage.newPerson('Hypatia Alexandria');
      const page = await stage.openPage();
      await signIn(page, person, `/app/order?acquisitions=${acquisitions.fit}`);
      await page.getByRole('radio', { name: 'A bucket' }).check();
      await page.getByLabel('Bucket', { exact: true }).fill('deliveries');
      await page.getByRole('textbox', { name: 'Prefix' }).fill('by/form');
      await page.getByLabel('Region').fill('us-east-1');
      await page.getByLabel('Endpoint').fill(await endpointOf(server));
      await page.getByRole('radio', { name: 'With keys' }).check();
      await page.getByLabel('Access key id').fill('tester');
      await page.getByLabel('Secret access key').fill('a secret of tests');
      await page.getByRole('button', { name: 'Check the order' }).click();
      await isPlaceable(page);
      await page.getByRole('button', { name: 'Place the order' }).click();
      await page.getByText('Order completed.').waitFor({ timeout: 25_000 });
      const raster = page.getByText(/visual\.tif$/).first();
      await raster.waitFor();
      const { Body } = await server.client.send(
        new GetObjectCommand({ Bucket: 'deliveries', Key: (await raster.textContent())! }),
      );
      expect(
        await redPixels(clientOf(stage, person), idOf(page), Buffer.from(await Body!.transformToByteArray())),
      ).toBeGreaterThan(10_000);
    });
  });
});

async function statusWith({ service }: Stage, key: string): Promise<number> {
  return (await fetch(`${service.url}/auth/self`, { headers: { 'vendor-api-key': key } })).status;
}

async function bytesOf(download: Download): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Of a file that must be one of those that were delivered: a quarter of the archive's imagery is red. */
async function redPixels({ orders }: Client, id: string, bytes: Buffer): Promise<number> {
  const { data: files } = await orders.files(id);
  const digest = createHash('sha256').update(bytes).digest('hex');
  const known = files.find((file: OrderFile) => file.sha256 === digest);
  expect(known).toMatchObject({ size: bytes.length, content_type: expect.stringContaining('image/tiff') });
  const { data } = await pixelsOf(bytes);
  let red = 0;
  for (let at = 0; at < data.length; at += 4) if (data[at]! > 150 && data[at + 1]! < 90 && data[at + 2]! < 90) red++;
  return red;
}
