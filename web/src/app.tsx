import { SetPasswordPage } from './passwords/set-password-page.tsx';
import { RequestResetPage } from './passwords/request-reset-page.tsx';
import { fragmentValue, usePath } from './router/location.ts';
import { WelcomePage } from './sign-in/welcome-page.tsx';
import { SessionGate } from './session/session-gate.tsx';

export function App() {
  const path = usePath();
  if (path === '/welcome') return <WelcomePage token={fragmentValue('token')} />;
  if (path === '/reset-password') return <ResetRoute />;
  return <SessionGate />;
}

function ResetRoute() {
  const invitation = fragmentValue('invite');
  const token = invitation ?? fragmentValue('token');
  if (!token) return <RequestResetPage />;
  return <SetPasswordPage key={token} token={token} isInvitation={invitation !== null} />;
}
