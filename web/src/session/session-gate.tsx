import { lazy, Suspense, useEffect } from 'react';
import { SignInPage } from '../sign-in/sign-in-page.tsx';
import { askedTwice } from '../ui/asked-twice.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Splash } from '../ui/splash.tsx';
import { askAgain, resume } from './session-actions.ts';
import { useSession } from './session-store.ts';

const loadShell = () => import('../shell/shell.tsx');
const Shell = lazy(async () => ({ default: (await askedTwice(loadShell)).Shell }));

/** Shows the sign-in page or the application, as the session says. */
export function SessionGate() {
  const session = useSession();

  useEffect(() => {
    if (session.state === 'resuming') void resume();
    // Fetched while the person types; a failure here shows when the shell is really needed.
    if (session.state === 'signed-out') loadShell().catch(() => {});
  }, [session.state]);

  const doubted = session.state === 'signed-in' && session.isDoubtful ? session.user : null;
  useEffect(() => {
    if (doubted !== null) void askAgain(doubted);
  }, [doubted]);

  if (session.state === 'signed-out') return <SignInPage />;
  if (session.state === 'unreachable') {
    return (
      <Splash>
        <ErrorNotice error={session.error} onRetry={() => void resume()} />
      </Splash>
    );
  }
  const waiting = <Splash isWaiting />;
  if (session.state === 'resuming') return waiting;
  return (
    <Suspense fallback={waiting}>
      <Shell key={session.user.user_id} user={session.user} hasExpired={session.hasExpired} />
    </Suspense>
  );
}
