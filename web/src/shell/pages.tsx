import type { Self } from '@swath/client';
import type { ComponentType, ReactNode } from 'react';
import { ApiKeyPage } from '../api-keys/api-key-page.tsx';
import { usePath } from '../router/location.ts';
import { meantPath } from '../router/meant-path.ts';
import { MovedTo } from '../router/moved-to.tsx';
import { later } from '../ui/later.tsx';
import { HomePage } from './home-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

type PagesProps = { readonly user: Self };

/** A page of its own chunk: it comes when somebody goes there. */
const page = <P extends object>(load: () => Promise<ComponentType<P>>) => later(load, <p role="status">Loading…</p>);

const ExplorePage = page(async () => (await import('../explore/explore-page.tsx')).ExplorePage);
const NewSelectPage = page(async () => (await import('../select/new-select-page.tsx')).NewSelectPage);
const SelectsPage = page(async () => (await import('../select/selects-page.tsx')).SelectsPage);
const SelectPage = page(async () => (await import('../select/select-page.tsx')).SelectPage);
const OrderFormPage = page(async () => (await import('../order-form/order-form-page.tsx')).OrderFormPage);
const OrdersPage = page(async () => (await import('../orders/orders-page.tsx')).OrdersPage);
const OrderPage = page(async () => (await import('../orders/order-page.tsx')).OrderPage);
const SavedSearchesPage = page(
  async () => (await import('../saved-searches/saved-searches-page.tsx')).SavedSearchesPage,
);
const UsagePage = page(async () => (await import('../usage/usage-page.tsx')).UsagePage);
const AccountsPage = page(async () => (await import('../admin/accounts-page.tsx')).AccountsPage);
const AccountPage = page(async () => (await import('../admin/account-page.tsx')).AccountPage);
const AuditPage = page(async () => (await import('../admin/audit-page.tsx')).AuditPage);
const CollectionsPage = page(async () => (await import('../admin/collections-page.tsx')).CollectionsPage);
const IngestPage = page(async () => (await import('../admin/ingest-page.tsx')).IngestPage);
const IngestJobPage = page(async () => (await import('../admin/ingest-job-page.tsx')).IngestJobPage);
const HealthPage = page(async () => (await import('../admin/health-page.tsx')).HealthPage);
const SettingsPage = page(async () => (await import('../admin/settings-page.tsx')).SettingsPage);
const ReferencePage = page(async () => (await import('../reference/reference-page.tsx')).ReferencePage);
const ChangePasswordPage = page(async () => (await import('../passwords/change-password-page.tsx')).ChangePasswordPage);
const WebhooksPage = page(async () => (await import('../webhooks/webhooks-page.tsx')).WebhooksPage);

export function Pages({ user }: PagesProps) {
  return pageOrWayOn(usePath(), user);
}

const pages: Readonly<Record<string, (user: Self) => ReactNode>> = {
  '/': (user) => <HomePage user={user} />,
  '/app': (user) => <HomePage user={user} />,
  '/app/explore': () => <ExplorePage />,
  '/app/selects': () => <SelectsPage />,
  '/app/select': () => <NewSelectPage />,
  '/app/order': () => <OrderFormPage />,
  '/app/orders': () => <OrdersPage />,
  '/app/saved-searches': () => <SavedSearchesPage />,
  '/app/usage': (user) => <UsagePage user={user} />,
  '/app/admin': () => <AccountsPage />,
  '/app/admin/accounts': () => <AccountsPage />,
  '/app/admin/collections': () => <CollectionsPage />,
  '/app/admin/ingest': () => <IngestPage />,
  '/app/admin/audit': () => <AuditPage />,
  '/app/admin/health': () => <HealthPage />,
  '/app/admin/settings': () => <SettingsPage />,
  '/app/webhooks': () => <WebhooksPage />,
  '/app/reference': () => <ReferencePage />,
  '/app/api-key': () => <ApiKeyPage />,
  '/app/password': (user) => <ChangePasswordPage user={user} />,
};

/** Pages of one thing, whose id is the last part of the path. */
const details: readonly (readonly [RegExp, (id: string) => ReactNode])[] = [
  [/^\/app\/orders\/(\d+)$/, (id) => <OrderPage key={id} id={id} />],
  [/^\/app\/selects\/([\w-]+)$/, (id) => <SelectPage key={id} id={id} />],
  [/^\/app\/admin\/accounts\/([\w-]+)$/, (id) => <AccountPage key={id} id={id} />],
  [/^\/app\/admin\/ingest\/([\w-]+)$/, (id) => <IngestJobPage key={id} id={id} />],
];

function pageOrWayOn(path: string, user: Self): ReactNode {
  const meant = meantPath(path);
  return pageAt(path, user) ?? (pageAt(meant, user) === null ? <NotFoundPage /> : <MovedTo path={meant} />);
}

/** Null where there is none. */
function pageAt(path: string, user: Self): ReactNode | null {
  for (const [pattern, page] of details) {
    const id = pattern.exec(path)?.[1];
    if (id !== undefined) return page(id);
  }
  return Object.hasOwn(pages, path) ? pages[path]!(user) : null;
}
