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

export function Pages({ user }: PagesProps) {
  return <Suspense fallback={<p role="status">Loading…</p>}>{pageAt(usePath(), user)}</Suspense>;
}

function pageAt(path: string, user: Self) {
  const order = /^\/app\/orders\/(\d+)$/.exec(path)?.[1];
  if (order !== undefined) return <OrderPage key={order} id={order} />;
  switch (path) {
    case '/':
    case '/app':
      return <HomePage user={user} />;
    case '/app/orders':
      return <OrdersPage />;
    case '/app/usage':
      return <UsagePage user={user} />;
    case '/app/api-key':
      return <ApiKeyPage />;
    case '/app/password':
      return <ChangePasswordPage user={user} />;
    default:
      return <NotFoundPage />;
  }
}
