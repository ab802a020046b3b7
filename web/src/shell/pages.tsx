import type { Self } from '@swath/client';
import { lazy, Suspense } from 'react';
import { ApiKeyPage } from '../api-keys/api-key-page.tsx';
import { ChangePasswordPage } from '../passwords/change-password-page.tsx';
import { usePath } from '../router/location.ts';
import { HomePage } from './home-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

type PagesProps = { readonly user: Self };

const OrdersPage = lazy(() => import('../orders/orders-page.tsx').then((module) => ({ default: module.OrdersPage })));
const OrderPage = lazy(() => import('../orders/order-page.tsx').then((module) => ({ default: module.OrderPage })));
const UsagePage = lazy(() => import('../usage/usage-page.tsx').then((module) => ({ default: module.UsagePage })));
const AccountsPage = lazy(() =>
  import('../admin/accounts-page.tsx').then((module) => ({ default: module.AccountsPage })),
);
const AccountPage = lazy(() => import('../admin/account-page.tsx').then((module) => ({ default: module.AccountPage })));
const AuditPage = lazy(() => import('../admin/audit-page.tsx').then((module) => ({ default: module.AuditPage })));
const SettingsPage = lazy(() =>
  import('../admin/settings-page.tsx').then((module) => ({ default: module.SettingsPage })),
);
const ReferencePage = lazy(() =>
  import('../reference/reference-page.tsx').then((module) => ({ default: module.ReferencePage })),
);
const WebhooksPage = lazy(() =>
  import('../webhooks/webhooks-page.tsx').then((module) => ({ default: module.WebhooksPage })),
);

export function Pages({ user }: PagesProps) {
  return <Suspense fallback={<p role="status">Loading…</p>}>{pageAt(usePath(), user)}</Suspense>;
}

function pageAt(path: string, user: Self) {
  const order = /^\/app\/orders\/(\d+)$/.exec(path)?.[1];
  if (order !== undefined) return <OrderPage key={order} id={order} />;
  const account = /^\/app\/admin\/accounts\/([\w-]+)$/.exec(path)?.[1];
  if (account !== undefined) return <AccountPage key={account} id={account} />;
  switch (path) {
    case '/':
    case '/app':
      return <HomePage user={user} />;
    case '/app/orders':
      return <OrdersPage />;
    case '/app/usage':
      return <UsagePage user={user} />;
    case '/app/admin':
    case '/app/admin/accounts':
      return <AccountsPage />;
    case '/app/admin/audit':
      return <AuditPage />;
    case '/app/admin/settings':
      return <SettingsPage />;
    case '/app/webhooks':
      return <WebhooksPage />;
    case '/app/reference':
      return <ReferencePage />;
    case '/app/api-key':
      return <ApiKeyPage />;
    case '/app/password':
      return <ChangePasswordPage user={user} />;
    default:
      return <NotFoundPage />;
  }
}
