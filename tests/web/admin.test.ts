import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { startService } from '../support/start-service.ts';
import { describeInChromium, setUpStage } from './support/in-chromium.ts';
import { brokenWords } from './support/broken-words.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { isProof } from './support/is-proof.ts';
import { type Person, type Stage, clientOf } from './support/stage.ts';
import { clipboardText, headings, signIn } from './support/steps.ts';

const timeout = 60_000;
const hostile = '<img src=x onerror=alert(1)>';

describeInChromium('administration', () => {
  let stage: Stage;
  let administrator: Person;
  const client = () => clientOf(stage, administrator);
  const open = async (path: string) => {
    const page = await stage.openPage();
    await signIn(page, administrator, path);
    return page;
  };
  const idOf = async (email: string) =>
    (await client().admin.accounts({ limit: 1_000 })).data.find((account) => account.email === email)!.id;

  setUpStage(startService, async (ready) => {
    stage = ready;
    administrator = { name: 'Annie Cannon', email: 'annie.cannon@example.com', password: 'quiet-harbour-91-lamps' };
    await stage.createAccount({ ...administrator, role: 'admin' });
  });

  test('an account is made with a one-time password that can be copied, and signs in', { timeout }, async () => {
    const page = await open('/app');
    await page.getByRole('link', { name: 'Administration' }).click();
    await headings(page, 'Accounts').waitFor();
    expect(await inspectScreen(page, 'accounts')).toEqual([]);
    await page.getByRole('button', { name: 'Create account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create an account' });
    await dialog.getByLabel('E-mail').fill('nobody');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    expect(await dialog.getByLabel('E-mail').evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(false);
    await dialog.getByLabel('E-mail').fill('new@example.com');
    await dialog.getByLabel('Name').fill(hostile);
    expect(await inspectScreen(page, 'account-create')).toEqual([]);
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    const made = page.getByRole('dialog', { name: 'The account is made' });
    await made.getByRole('button', { name: 'Copy one-time password' }).click();
    expect(await inspectScreen(page, 'account-created')).toEqual([]);
    const password = await clipboardText(page);
    await made.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'new@example.com' }).waitFor();
    expect(await page.locator('img').count()).toBe(0);
    const other = await stage.openPage();
    await signIn(other, { name: '', email: 'new@example.com', password });
    expect(await other.getByRole('link', { name: 'Administration' }).count()).toBe(0);
  });

  test.runIf(isProof)('a one-time password that comes after the dialog was closed is shown', { timeout }, async () => {
    const page = await open('/app/admin/accounts');
    const held: Route[] = [];
    await page.route('**/admin/accounts', (route) =>
      route.request().method() === 'POST' ? void held.push(route) : route.continue(),
    );
    await page.getByRole('button', { name: 'Create account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create an account' });
    await dialog.getByLabel('E-mail').fill('late@example.com');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByRole('button', { name: 'Creating…' }).waitFor();
    await expect.poll(() => held.length).toBe(1);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await held[0]!.continue();
    const made = page.getByRole('dialog', { name: 'The account is made' });
    await made.getByRole('button', { name: 'Copy one-time password' }).waitFor();
    await made.getByRole('button', { name: 'Done' }).click();
    await made.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Create account' }).click();
    await dialog.getByRole('button', { name: 'Create', exact: true }).waitFor();
    expect(held).toHaveLength(1);
  });

  test('the same address twice is told in the dialog, which keeps what was typed', { timeout }, async () => {
    const page = await open('/app/admin/accounts');
    await page.getByRole('button', { name: 'Create account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create an account' });
    await dialog.getByLabel('E-mail').fill(administrator.email);
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByLabel('E-mail').inputValue()).toBe(administrator.email);
  });

  test('terms are saved; what is no amount is not sent', { timeout }, async () => {
    const customer = await stage.newPerson('Cecilia Payne');
    const id = await idOf(customer.email);
    const page = await open(`/app/admin/accounts/${id}`);
    await page.getByLabel('In all').fill('much');
    await page.getByRole('button', { name: 'Save terms' }).click();
    expect((await client().admin.account(id)).organization.limits['annual_subscription_fee_limit']).toBe(-1);
    await page.getByLabel('In all').fill('1000,50');
    await page.getByLabel('Fresh', { exact: true }).fill('2');
    await page.getByLabel(/^Collections it may see/).fill('scenes, others');
    await page.getByRole('button', { name: 'Save terms' }).click();
    await expect
      .poll(async () => (await client().admin.account(id)).organization)
      .toMatchObject({
        limits: { annual_subscription_fee_limit: 1_000.5, fresh_imagery_fee_limit: -1 },
        prices: { fresh_imagery_price: 2, standard_imagery_price: null },
        collections: ['scenes', 'others'],
      });
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByLabel('Standard', { exact: true }).fill('3');
    // What is typed behind it is not saved yet.
    await page.getByText('Saved', { exact: true }).waitFor({ state: 'hidden' });
    await page.getByLabel('Standard', { exact: true }).fill('');
    for (const [label, text] of [
      ['Fresh', '2 EUR'],
      ['Standard', 'cheap'],
      ['In all', '1,000'],
    ] as const) {
      const field = page.getByLabel(label, { exact: true });
      const before = await field.inputValue();
      await field.fill(text);
      await page.getByRole('button', { name: 'Save terms' }).click();
      expect(await field.evaluate((input: HTMLInputElement) => input.validity.patternMismatch)).toBe(true);
      await field.fill(before);
    }
    expect(await inspectScreen(page, 'account')).toEqual([]);
  });

  test(
    'who may see nothing still does after other terms are saved, and ids keep their commas and space',
    { timeout },
    async () => {
      const customer = await stage.newPerson('Henrietta Leavitt');
      const id = await idOf(customer.email);
      await client().admin.changeAccount(id, { collections: [] });
      const page = await open(`/app/admin/accounts/${id}`);
      await page.getByLabel('Fresh', { exact: true }).fill('3');
      await page.getByRole('button', { name: 'Save terms' }).click();
      await page.getByText('Saved', { exact: true }).waitFor();
      expect((await client().admin.account(id)).organization).toMatchObject({
        prices: { fresh_imagery_price: 3 },
        collections: [],
      });
      await page.getByLabel('Nothing, where none is named').uncheck();
      await page.getByRole('button', { name: 'Save terms' }).click();
      await expect.poll(async () => (await client().admin.account(id)).organization.collections).toBeNull();

      await client().admin.changeAccount(id, { collections: ['winter, spring', 'my scenes'] });
      await page.reload();
      await page.getByLabel('Fresh', { exact: true }).fill('4');
      await page.getByRole('button', { name: 'Save terms' }).click();
      await expect
        .poll(async () => (await client().admin.account(id)).organization)
        .toMatchObject({ prices: { fresh_imagery_price: 4 }, collections: ['winter, spring', 'my scenes'] });
    },
  );

  test(
    'a deactivation says in numbers what will end, then what ended, and can be activated again',
    { timeout },
    async () => {
      const customer = await stage.newPerson('Dorothy Vaughan');
      await clientOf(stage, customer).keys.create({ name: 'hers' });
      const page = await open(`/app/admin/accounts/${await idOf(customer.email)}`);
      await page.getByRole('button', { name: 'Deactivate' }).click();
      const dialog = page.getByRole('dialog', { name: /^Deactivate / });
      await dialog.getByText('1 API key and 1 sign-in end.').waitFor();
      await dialog.getByText('No order is running.').waitFor();
      expect(await inspectScreen(page, 'account-deactivate')).toEqual([]);
      await dialog.getByRole('button', { name: 'Deactivate' }).click();
      await page.getByText(/1 API key and 1 sign-in have ended/).waitFor();
      await page.getByLabel('In all').fill('77');
      await page.getByRole('button', { name: 'Activate', exact: true }).click();
      await page.getByText('Active', { exact: true }).waitFor();
      // What was begun to be typed below stays.
      expect(await page.getByLabel('In all').inputValue()).toBe('77');
      let resets = 0;
      page.on('request', (request) => (resets += request.url().endsWith('/reset-password') ? 1 : 0));
      const make = page.getByRole('button', { name: 'Make a one-time password' });
      const question = page.getByRole('dialog', { name: /^Make a new password/ });
      await make.first().click();
      await question.getByText('stops working at once').waitFor();
      expect(await inspectScreen(page, 'account-password')).toEqual([]);
      await question.getByRole('button', { name: 'Keep the old one' }).click();
      await question.waitFor({ state: 'hidden' });
      expect(resets).toBe(0);
      await make.first().click();
      await question.getByRole('button', { name: 'Make a one-time password' }).dblclick();
      await page.getByRole('button', { name: 'Copy one-time password' }).waitFor();
      expect(resets).toBe(1);
      // What was changed elsewhere meanwhile is seen, and not written over.
      const limits = { annual_subscription_fee_limit: 500 };
      await client().admin.changeAccount(await idOf(customer.email), { limits });
      await page.getByRole('button', { name: 'Deactivate' }).click();
      await dialog.getByRole('button', { name: 'Deactivate' }).click();
      await expect.poll(() => page.getByLabel('In all').inputValue()).toBe('500');
    },
  );

  test('accounts are looked at by organization, whose facts stand beside them', { timeout }, async () => {
    const [email, name] = ['first@example.com', 'n'.repeat(200)];
    const made = await client().admin.createAccount({ email, name, organization: hostile });
    const organizationId = made.organization.id;
    const page = await open('/app/admin/accounts');
    await page.getByText('Administrator', { exact: true }).first().waitFor();
    expect(await brokenWords(page)).toEqual([]);
    await page.getByLabel('Find an account').fill('FIRST@exam');
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(1);
    expect(await brokenWords(page)).toEqual([]);
    await page.getByLabel('Find an account').fill('');
    await page.getByLabel('Find an account').pressSequentially('Annie ');
    await page.waitForURL(/find=Annie$/);
    await page.getByLabel('Find an account').pressSequentially('Can');
    await page.waitForURL(/find=Annie\+Can$/);
    await page.getByLabel('Find an account').fill('nobody at all');
    await page.getByText('No account like that.').waitFor();
    await page.getByLabel('Find an account').fill('');
    await page.getByRole('link', { name: administrator.email }).waitFor();
    await page.getByLabel('Accounts of').selectOption(organizationId);
    await page.getByRole('region', { name: `Organization ${hostile}` }).waitFor();
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(1);
    expect(page.url()).toContain(`organization=${organizationId}`);
    await page.getByRole('button', { name: 'Create account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create an account' });
    await dialog.getByLabel('E-mail').fill('second@example.com');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('dialog', { name: 'The account is made' }).getByRole('button', { name: 'Done' }).click();
    await page.getByText('2, 2 of them active').waitFor();
    expect((await client().admin.organization(organizationId)).accounts).toBe(2);
    expect(await inspectScreen(page, 'accounts-organization')).toEqual([]);
    expect(await page.locator('img').count()).toBe(0);
    await page.getByRole('link', { name: 'Its usage' }).click();
    await page.getByText('Nothing was used in this time.').waitFor();
    await page.getByRole('link', { name: 'Back to the organization' }).click();
    await headings(page, 'Accounts').waitFor();
  });

  test('the audit tells who did what, the settings hide their secrets', { timeout }, async () => {
    const page = await open('/app/admin/audit');
    await page
      .getByRole('rowheader', { name: /account\./ })
      .first()
      .waitFor();
    expect(await brokenWords(page, 'tbody th')).toEqual([]);
    const one = await client().admin.createAccount({ email: 'looked-at@example.com' });
    await page.goto(`/app/admin/accounts/${one.id}`);
    await page.getByRole('link', { name: 'What was done to it' }).click();
    await expect.poll(() => page.getByRole('rowheader').allTextContents()).toEqual(['account.create']);
    await page.getByText('email: looked-at@example.com', { exact: true }).waitFor();
    for (const collections of [[], null]) await client().admin.changeAccount(one.id, { collections });
    await page.reload();
    await page.getByText('collections: none', { exact: true }).waitFor();
    await page.getByText('collections: all', { exact: true }).waitFor();
    expect(await inspectScreen(page, 'audit')).toEqual([]);
    await page.getByRole('link', { name: 'All deeds' }).click();
    await expect.poll(() => page.getByRole('rowheader').count()).toBeGreaterThan(1);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('rowheader', { name: 'SWATH_DATA', exact: true }).waitFor();
    await page.getByText('coarser than 0.31 m and at most 0.4 m a pixel').waitFor();
    expect(await inspectScreen(page, 'settings')).toEqual([]);
  });

  test('who may not administer any more is told so, and the way there goes', { timeout }, async () => {
    const mary = { name: 'Mary Jackson', email: 'mary.jackson@example.com', password: 'quiet-harbour-91-lamps' };
    await stage.createAccount({ ...mary, role: 'admin' });
    const page = await stage.openPage();
    await signIn(page, mary, '/app/admin/accounts');
    await page.getByRole('link', { name: mary.email }).waitFor();
    await client().admin.changeAccount(await idOf(mary.email), { role: 'member' });
    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('row').count()).toBe(0);
    await page.getByRole('link', { name: 'Administration' }).waitFor({ state: 'detached' });
  });
});
