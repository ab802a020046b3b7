import { useEffect } from 'react';
import { SignInPage } from '../sign-in/sign-in-page.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { later } from '../ui/later.tsx';
import { Splash } from '../ui/splash.tsx';
import { onSignedOutElsewhere } from './other-tabs.ts';
import { askAgain, leave, resume } from './session-actions.ts';
import { useSession } from './session-store.ts';

const waiting = <Splash isWaiting />;
const loadShell = async () => (await import('../shell/shell.tsx')).Shell;
const Shell = later(loadShell, waiting);

/** Shows the sign-in page or the application, as the session says. */
export function SessionGate() {
  const session = useSession();

  useEffect(() => {
    if (session.state === 'resuming') void resume();
  }, [session.state]);

  useEffect(() => onSignedOutElsewhere(leave), []);

  useEffect(() => {
    // Fetched while the session is asked for, or the person types; a failure here shows when the shell is really needed.
    loadShell().catch(() => {});
  }, []);

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
  if (session.state === 'resuming') return waiting;
  return <Shell key={session.user.user_id} user={session.user} hasExpired={session.hasExpired} />;
}
