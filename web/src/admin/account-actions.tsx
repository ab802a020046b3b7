import type { Member } from '@swath/client';
import { useState } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { countOf } from '../ui/figures.ts';
import { Notice } from '../ui/notice.tsx';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import { useChangeAccount, useResetPassword } from './use-accounts.ts';

type AccountActionsProps = { readonly account: Member };

export function AccountActions({ account }: AccountActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const change = useChangeAccount(account.id);
  const reset = useResetPassword(account.id);
  // The second click of a double click would make the password of the first one useless.
  const isBusy = change.isPending || reset.isPending;
  const doing = (act: () => void) => ({ 'aria-disabled': isBusy, onClick: () => isBusy || act() });
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
            {countOf(ended.keys, 'API key')} and {countOf(ended.sessions, 'sign-in')} have ended.
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
        <button type="button" className="button" {...doing(() => reset.mutate({ by_mail: false }))}>
          Make a one-time password
        </button>
        <button type="button" className="button" {...doing(() => reset.mutate({ by_mail: true }))}>
          Mail a reset link
        </button>
        {account.active ? (
          <button type="button" className="button button-danger" {...doing(() => setIsAsking(true))}>
            Deactivate
          </button>
        ) : (
          <button type="button" className="button button-primary" {...doing(() => change.mutate({ active: true }))}>
            Activate
          </button>
        )}
      </div>
      <DeactivateDialog
        account={account}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onDeactivate={() => {
          setIsAsking(false);
          change.mutate({ active: false });
        }}
      />
    </section>
  );
}
