import { createClient } from '@swath/client';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../support/start-service.ts';
import { isProof } from '../support/is-proof.ts';
import { clientOf, type Stage } from '../support/stage.ts';
import { chooseFromProfile, clipboardText, createKey, signIn } from '../support/steps.ts';

const dayMs = 86_400_000;

export function apiKeySuite(getStage: () => Stage): void {
  test('a key is created, copied, used, listed and deleted', async () => {
    const stage = getStage();
    const person = await stage.newPerson('Rosalind Franklin');
    const page = await stage.openPage();
    await signIn(page, person);
    await chooseFromProfile(page, 'API Key');
    await page.getByText('You have no keys yet').waitFor();

    await createKey(page, 'ci-runner', 'Nightly run');
    await page.getByRole('dialog').getByRole('button', { name: 'Copy key ci-runner' }).click();
    await page.getByText('Copied key ci-runner to the clipboard').waitFor({ state: 'attached' });
    const key = await clipboardText(page);
    const asKey = () => fetch(`${stage.service.url}/auth/self`, { headers: { 'vendor-api-key': key } });
    expect(((await (await asKey()).json()) as { user: object }).user).toMatchObject({ email: person.email });

    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /ci-runner/ });
    expect(await row.textContent()).toContain('Nightly run');
    expect(await row.textContent()).toMatch(/in (179|180) days/);
    expect(await page.content()).not.toContain(key);
    await row.getByRole('button', { name: 'Copy key ci-runner' }).click();
    await page.getByText('Copied key ci-runner to the clipboard').waitFor({ state: 'attached' });
    expect(await clipboardText(page)).toBe(key);

    await row.getByRole('button', { name: 'Delete ci-runner' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this key?' });
    expect(await dialog.textContent()).toContain('401 Unauthorized');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await asKey()).status).toBe(200);
    await row.getByRole('button', { name: 'Delete ci-runner' }).click();
    await dialog.getByRole('button', { name: 'Delete key' }).click();
    await page.getByText('You have no keys yet').waitFor();
    expect((await asKey()).status).toBe(401);
  });

  test('several keys are deleted at once, and only those', async () => {
    const stage = getStage();
    const person = await stage.newPerson('Lise Meitner');
    const client = clientOf(stage, person);
    for (const name of ['one', 'two', 'three']) await client.keys.create({ name });
    const page = await stage.openPage();
    await signIn(page, person, '/app/api-key');

    await page.getByRole('checkbox', { name: 'Select one' }).check();
    await page.getByRole('checkbox', { name: 'Select three' }).check();
    expect(await page.getByText('2 of 3 selected').count()).toBe(1);
    await page.getByRole('button', { name: 'Delete selected' }).click();
    await page.getByRole('dialog', { name: 'Delete 2 keys?' }).getByRole('button', { name: 'Delete 2 keys' }).click();
    await page.getByText('1 key', { exact: true }).waitFor();
    expect((await client.keys.list()).map((key) => key.name)).toEqual(['two']);

    await page.getByRole('checkbox', { name: 'Select all keys' }).check();
    await page.getByRole('button', { name: 'Delete selected' }).click();
    await page.getByRole('button', { name: 'Delete key', exact: true }).click();
    await page.getByText('You have no keys yet').waitFor();
  });

  test('the chosen expiry is the end of that day, and a day beyond 180 is refused by the form', async () => {
    const stage = getStage();
    const person = await stage.newPerson('Hedy Lamarr');
    const page = await stage.openPage();
    await signIn(page, person, '/app/api-key');
    await page.getByRole('button', { name: 'Create key' }).click();
    const date = page.getByLabel('Expires at the end of');
    const day = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
    await date.fill(day(200));
    expect(await date.evaluate((input: HTMLInputElement) => input.validity.rangeOverflow)).toBe(true);
    await date.fill(day(7));
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('dialog', { name: 'Your new key' }).waitFor();
    const [key] = await clientOf(stage, person).keys.list();
    const daysLeft = ((key?.expiresAt.getTime() ?? 0) - Date.now()) / dayMs;
    expect(daysLeft).toBeGreaterThan(6);
    expect(daysLeft).toBeLessThan(8.6);
    expect(key?.name).toBeUndefined();
  });

  test('an expired key is marked, and not offered for snippets', async () => {
    const stage = getStage();
    const person = await stage.newPerson('Maria Merian');
    stage.setClockOffset(-200 * dayMs);
    await clientOf(stage, person).keys.create({ name: 'old-job' });
    stage.setClockOffset(0);
    await clientOf(stage, person).keys.create({ name: 'new-job' });
    const page = await stage.openPage();
    await signIn(page, person, '/app/api-key');
    expect(await page.getByRole('row', { name: /old-job/ }).textContent()).toContain('Expired');
    expect(await page.getByRole('row', { name: /new-job/ }).textContent()).not.toContain('Expired');
    expect(await page.getByRole('option').allTextContents()).toEqual(['a placeholder', 'new-job']);
  });

  test('the last use is shown as the service tells it', async () => {
    const stage = getStage();
    const person = await stage.newPerson('Annie Cannon');
    await clientOf(stage, person).keys.create({ name: 'busy' });
    const page = await stage.openPage();
    // The service writes the last use down with a delay; the page must show whatever it then says.
    const lastUsed = new Date(Date.now() - 3 * 60_000).toISOString().replace('Z', '000');
    await page.route(/\/api-key\/api\/v2\/api-key$/, async (route) => {
      const response = await route.fetch();
      const [key] = (await response.json()) as object[];
      await route.fulfill({ response, json: [{ ...key, last_used_date: lastUsed }] });
    });
    await signIn(page, person, '/app/api-key');
    const row = page.getByRole('row', { name: /busy/ });
    await row.waitFor();
    expect(await row.textContent()).toContain('3 minutes ago');
    expect(await row.textContent()).not.toContain('Never');
  });

  test('a key whose value is lost says so, and is offered neither for copying nor for snippets', async () => {
    const stage = getStage();
    const person = await stage.newPerson('Mary Somerville');
    await clientOf(stage, person).keys.create({ name: 'lost' });
    const page = await stage.openPage();
    await page.route(/\/api-key\/api\/v2\/api-key$/, async (route) => {
      const response = await route.fetch();
      const [key] = (await response.json()) as object[];
      await route.fulfill({ response, json: [{ ...key, api_key: null }] });
    });
    await signIn(page, person, '/app/api-key');
    const row = page.getByRole('row', { name: /lost/ });
    await row.getByText('Cannot be shown any more').waitFor();
    expect(await row.getByRole('button').allTextContents()).toEqual(['']);
    expect(await page.getByRole('option').count()).toBe(0);
  });

  test.runIf(isProof)('where the vendor word is another, the page names that', async () => {
    const { webFolder, openPage } = getStage();
    const other = await startService({ SWATH_VENDOR: 'zeta' }, { webFolder });
    onTestFinished(() => other.stop());
    const page = await openPage({ baseURL: other.url });
    const { email, password } = other.admin;
    await createClient({ url: other.url, username: email, password }).keys.create({ name: 'first' });
    await signIn(page, { name: 'Administrator', email, password }, '/app');
    await page.getByText('zeta-api-key').waitFor();
    await page.goto('/app/api-key');
    await page
      .getByRole('region', { name: 'snippet for curl' })
      .getByText('zeta-api-key: YOUR_API_KEY')
      .first()
      .waitFor();
    expect(await page.content()).not.toMatch(/(?:vendor|maxar)-api-key/);
  });

  test('a hostile name and description are text', async () => {
    const stage = getStage();
    const person = await stage.newPerson('Bobby Tables');
    const name = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    const description = `"><svg onload=alert(3)> {{7*7}} \u202Eevil ${'long'.repeat(60)}`;
    await clientOf(stage, person).keys.create({ name, description });
    const page = await stage.openPage();
    await signIn(page, person, '/app/api-key');
    await page.getByText(name, { exact: true }).first().waitFor();
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('dialog').getByText(name, { exact: true }).waitFor();
    expect(await page.locator('main img, main script, dialog img').count()).toBe(0);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  test('snippets name this service; with a key chosen they show it masked and copy it whole', async () => {
    const stage = getStage();
    const person = await stage.newPerson('Inge Lehmann');
    const key = await clientOf(stage, person).keys.create({ name: 'notebook' });
    const page = await stage.openPage();
    await signIn(page, person, '/app/api-key');
    for (const tool of ['QGIS', 'pystac-client', 'GDAL', 'curl']) {
      await page.getByRole('radio', { name: tool }).check();
      const code = await page.getByRole('region', { name: `snippet for ${tool}` }).textContent();
      expect(code).toContain(stage.site);
      expect(code).toMatch(/vendor-api-key.*YOUR_API_KEY/s);
    }
    await page.getByRole('combobox', { name: 'With' }).selectOption('notebook');
    expect(await page.content()).not.toContain(key.api_key);
    await page.getByRole('button', { name: 'Copy snippet for curl' }).click();
    await page.getByText('Copied snippet for curl to the clipboard').waitFor({ state: 'attached' });
    expect(await clipboardText(page)).toContain(`vendor-api-key: ${key.api_key}`);
  });
}
