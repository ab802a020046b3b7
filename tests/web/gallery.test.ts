import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { startService } from '../support/start-service.ts';
import { type GalleryData, fillGallery, town } from './support/gallery-data.ts';
import { describeInChromium, setUpStage } from './support/in-chromium.ts';
import { sidewaysScrollers } from './support/inspect-screen.ts';
import { photograph, phone, wantsScreenshots } from './support/photograph.ts';
import { type Person, type Stage, clientOf } from './support/stage.ts';
import { fillSignIn, signIn } from './support/steps.ts';

const timeout = 600_000;
const scene = (id: string) => encodeURIComponent(`demo-visual/${id}`);
const over = 'view=9.74050,50.96300,15.20';

type Screen = {
  readonly name: string;
  readonly path: string;
  /** What is there when the page is. */
  readonly shows: string | RegExp;
  readonly after?: (page: Page) => Promise<unknown>;
};

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const unfold = (name: string) => (page: Page) => page.getByText(name, { exact: true }).click();

const outside: readonly Screen[] = [
  { name: 'sign-in', path: '/', shows: 'Sign in' },
  { name: 'reset-password', path: '/reset-password', shows: /password/i },
  { name: 'welcome-used', path: '/welcome#token=used', shows: 'This address does not sign in any more' },
];

const forCustomers = ({ select, delivered, savedSearch }: GalleryData): readonly Screen[] => [
  { name: 'home', path: '/app', shows: /^Hello/ },
  { name: 'explore', path: '/app/explore', shows: /\d+ results/ },
  { name: 'explore-imagery', path: `/app/explore?${over}&show=${scene('ellerfurt-20260621')}`, shows: /\d+ results/ },
  {
    name: 'explore-map-pane',
    path: `/app/explore?${over}&pane=map&show=${scene('ellerfurt-20260621')}`,
    shows: 'Explore',
  },
  { name: 'explore-item', path: `/app/explore?${over}&item=${scene('ellerfurt-20260621')}`, shows: /\d+ results/ },
  { name: 'explore-filters', path: '/app/explore', shows: /\d+ results/, after: unfold('Filters') },
  { name: 'explore-area', path: `/app/explore?aoi=${town}`, shows: /\d+ results/, after: unfold('Area (1)') },
  {
    name: 'explore-compare',
    path: `/app/explore?${over}&pane=map&compare=${scene('ellerfurt-20230602')}&compare=${scene('ellerfurt-20260621')}`,
    shows: 'Compare',
  },
  { name: 'explore-nothing', path: '/app/explore?q=zeppelin', shows: 'Nothing matches' },
  { name: 'selects', path: '/app/selects', shows: 'Ellerfurt, clearest' },
  { name: 'select', path: `/app/selects/${select}`, shows: 'Ellerfurt, clearest' },
  { name: 'select-new', path: `/app/select?aoi=${town}`, shows: 'New select' },
  {
    name: 'order-new',
    path: `/app/order?select=${select}`,
    shows: /of \d+ acquisitions/,
    after: press('Check the order'),
  },
  { name: 'orders', path: '/app/orders', shows: delivered },
  { name: 'order', path: `/app/orders/${delivered}`, shows: 'Order completed.' },
  { name: 'saved-searches', path: '/app/saved-searches', shows: 'Clear views of Ellerfurt' },
  { name: 'saved-search', path: `/app/saved-searches?id=${savedSearch}`, shows: 'Clear views of Ellerfurt' },
  { name: 'usage', path: '/app/usage', shows: 'Usage' },
  { name: 'api-key', path: '/app/api-key', shows: 'ci-runner' },
  { name: 'webhooks', path: '/app/webhooks', shows: 'Show the secret' },
  { name: 'reference', path: '/app/reference', shows: 'API reference' },
  { name: 'change-password', path: '/app/password', shows: 'New password' },
  { name: 'profile-menu', path: '/app', shows: /^Hello/, after: press(/^Profile menu/) },
];

const forAdministrators = ({ account, job }: GalleryData): readonly Screen[] => [
  { name: 'admin-accounts', path: '/app/admin/accounts', shows: 'Accounts' },
  { name: 'admin-account', path: `/app/admin/accounts/${account}`, shows: 'Rosa Cartographer' },
  { name: 'admin-collections', path: '/app/admin/collections', shows: 'demo-visual' },
  { name: 'admin-ingest', path: '/app/admin/ingest', shows: 'Done, with rejects' },
  { name: 'admin-ingest-job', path: `/app/admin/ingest/${job}`, shows: '2 rejects' },
  { name: 'admin-audit', path: '/app/admin/audit', shows: 'Audit' },
  { name: 'admin-health', path: '/app/admin/health', shows: 'Health' },
  { name: 'admin-settings', path: '/app/admin/settings', shows: 'Settings' },
];

/** Photographs each, and answers which of them scroll sideways on a phone. */
async function take(page: Page, screens: readonly Screen[]): Promise<readonly string[]> {
  const tooWide: string[] = [];
  page.setDefaultTimeout(25_000);
  for (const { name, path, shows, after } of screens) {
    await page.goto('about:blank');
    await page.goto(path);
    await page.getByText(shows).first().waitFor();
    await after?.(page);
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
    await photograph(page, name);
    await page.setViewportSize(phone);
    if ((await page.evaluate(sidewaysScrollers)).length > 0) tooWide.push(name);
  }
  return tooWide;
}

// Only where pictures are wanted: it starts the demo archive, and looks at every screen four times.
describe.skipIf(!wantsScreenshots)('every screen with real imagery', () => {
  describeInChromium('the gallery', () => {
    let stage: Stage;
    let [customer, administrator]: Person[] = [];
    let data: GalleryData;

    setUpStage(
      (settings, options) => startService({ ...settings, SWATH_DEMO: '1' }, options),
      async (ready) => {
        stage = ready;
        customer = await stage.newPerson('Rosa Cartographer');
        administrator = { name: 'Ines Operator', email: 'ines@example.com', password: customer.password };
        await stage.createAccount({ ...administrator, role: 'admin' });
        data = await fillGallery(clientOf(stage, customer), clientOf(stage, administrator));
      },
      { draws: 'maps' },
    );

    test('before signing in', { timeout }, async () => {
      const page = await stage.openPage();
      expect(await take(page, outside)).toEqual([]);
      await page.goto('/');
      await fillSignIn(page, { email: customer!.email, password: 'not that one' });
      await page.getByRole('alert').waitFor();
      await photograph(page, 'sign-in-wrong');
    });

    test('as a customer', { timeout }, async () => {
      const page = await stage.openPage();
      await signIn(page, customer!);
      expect(await take(page, forCustomers(data))).toEqual([]);
    });

    test('as an administrator', { timeout }, async () => {
      const page = await stage.openPage();
      await signIn(page, administrator!);
      expect(await take(page, forAdministrators(data))).toEqual([]);
    });
  });
});
