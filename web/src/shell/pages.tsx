import type { Self } from '@swath/client';
import { ApiKeyPage } from '../api-keys/api-key-page.tsx';
import { ChangePasswordPage } from '../passwords/change-password-page.tsx';
import { usePath } from '../router/location.ts';
import { HomePage } from './home-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

type PagesProps = { readonly user: Self };

export function Pages({ user }: PagesProps) {
  switch (usePath()) {
    case '/':
    case '/app':
      return <HomePage user={user} />;
    case '/app/api-key':
      return <ApiKeyPage />;
    case '/app/password':
      return <ChangePasswordPage user={user} />;
    default:
      return <NotFoundPage />;
  }
}
