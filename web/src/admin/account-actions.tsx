import type { Member } from '@swath/client';
import { useState } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { useChangeAccount, useResetPassword } from './use-accounts.ts';

type AccountActionsProps = { readonly account: Member };

export function AccountActions({ account }: AccountActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const change = useChangeAccount(account.id);
  const reset = useResetPassword(account.id);
  const ended = change.data?.ended;
  const password = reset.data?.one_time_password;
  return (
    <section className="panel" aria-labelledby="actions-title">
      <h2 id="actions-title">Access</h2>
      {change.error && <ErrorNotice error={change.error} />}
      {reset.error && <ErrorNotice error={reset.error} />}
      {ended && (
        <Notice kind="success" title="Deactivated">
          <p>
            {ended.keys} API keys and {ended.sessions} sign-ins have ended.
          </p>
        </Notice>
      )}
      {password && (
        <div className="new-key">
          <code>{password}</code>
          <CopyButton text={password} what="one-time password" />
        </div>
      )}
      {reset.data?.mailed && <Notice kind="success" title="A link is on its way by mail" />}
      <div className="page-actions">
        {account.active ? (
          <button type="button" className="button button-danger" onClick={() => setIsAsking(true)}>
            Deactivate
          </button>
        ) : (
          <button type="button" className="button button-primary" onClick={() => change.mutate({ active: true })}>
            Activate
          </button>
        )}
        <button type="button" className="button" onClick={() => reset.mutate({ by_mail: false })}>
          Make a one-time password
        </button>
        <button type="button" className="button" onClick={() => reset.mutate({ by_mail: true })}>
          Mail a reset link
        </button>
      </div>
      <Dialog isOpen={isAsking} title={`Deactivate ${account.email}?`} onClose={() => setIsAsking(false)}>
        <p>
          All its sign-ins and API keys end at once and for good: activating it again does not bring them back. Orders
          that it has placed stay as they are.
        </p>
        <div className="form-actions">
          <button type="button" className="button" onClick={() => setIsAsking(false)}>
            Keep it active
          </button>
          <button
            type="button"
            className="button button-danger"
            onClick={() => {
              setIsAsking(false);
              change.mutate({ active: false });
            }}
          >
            Deactivate
          </button>
        </div>
      </Dialog>
    </section>
  );
}
