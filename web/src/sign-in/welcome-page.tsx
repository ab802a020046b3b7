import { SwathError } from '@swath/client';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from '../router/link.tsx';
import { navigate } from '../router/location.ts';
import { signInWithLink } from '../session/session-actions.ts';
import { Door } from '../ui/door.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Notice } from '../ui/notice.tsx';

type WelcomePageProps = { readonly token: string | null };

/** The address that the service prints at its first start signs the administrator in, once. */
export function WelcomePage({ token }: WelcomePageProps) {
  const attempt = useMutation({
    mutationFn: signInWithLink,
    onSuccess: () => navigate('/app', { isReplacing: true }),
  });
  const hasTried = useRef(false);
  const { mutate } = attempt;
  const isRefused = attempt.error instanceof SwathError && attempt.error.status === 401;

  useEffect(() => {
    // The token works once, so an effect that runs twice must not send it twice.
    if (!token || hasTried.current) return;
    hasTried.current = true;
    mutate(token);
  }, [token, mutate]);

  return (
    <Door title="Welcome to Swath">
      {token && !attempt.error && <p role="status">Signing you in…</p>}
      {!token && (
        <Notice kind="info" title="This address lacks its code">
          <p>Open the whole line that the service printed, or sign in with your password.</p>
        </Notice>
      )}
      {isRefused && (
        <Notice kind="error" title="This address does not sign in any more">
          <p>It works once, and for a while. Sign in with the password that was printed beside it.</p>
        </Notice>
      )}
      {attempt.error && !isRefused && <ErrorNotice error={attempt.error} onRetry={() => token && mutate(token)} />}
      <p className="door-foot">
        <Link to="/app">Go to sign in</Link>
      </p>
    </Door>
  );
}
