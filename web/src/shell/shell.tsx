import type { Self } from '@swath/client';
import { useMutation } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { signOut } from '../session/session-actions.ts';
import { SignInAgainDialog } from '../sign-in/sign-in-again-dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Pages } from './pages.tsx';
import { Sidebar } from './sidebar.tsx';

type ShellProps = { readonly user: Self; readonly hasExpired: boolean };

/** Not by the address, behind whose `#` the state of a page may stand. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

/** The frame of the signed-in application. */
export function Shell({ user, hasExpired }: ShellProps) {
  const leaving = useMutation({ mutationFn: signOut });
  return (
    <div className="shell">
      <a className="skip-link" href="#content" onClick={skip}>
        Skip to content
      </a>
      <Sidebar user={user} onSignOut={() => leaving.mutate()} />
      <main id="content" className="content" tabIndex={-1}>
        {leaving.error && <ErrorNotice error={leaving.error} onRetry={() => leaving.mutate()} />}
        <Pages user={user} />
      </main>
      <SignInAgainDialog isOpen={hasExpired} email={user.email} />
    </div>
  );
}
