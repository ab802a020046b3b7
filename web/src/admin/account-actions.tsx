import type { Member } from '@swath/client';
import { useState } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { countOf } from '../ui/figures.ts';
import { Notice } from '../ui/notice.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import { useChangeAccount, useResetPassword } from './use-accounts.ts';

type AccountActionsProps = { readonly account: Member };

export function AccountActions({ account }: AccountActionsProps) {
  const [asked, setAsked] = useState<'deactivate' | 'password' | null>(null);
  const change = useChangeAccount(account.id);
  const reset = useResetPassword(account.id);
  const mailing = useResetPassword(account.id);
  const isBusy = change.isPending || reset.isPending || mailing.isPending;
  const doing = (act: () => void) => ({ 'aria-disabled': isBusy, onClick: () => isBusy || act() });
  const ended = change.data?.ended;
  const password = reset.data?.one_time_password;
  return (
    <section className="panel" aria-labelledby="actions-title">
      <h2 id="actions-title">Access</h2>
      {change.error && <ErrorNotice error={change.error} />}
      {mailing.error && <ErrorNotice error={mailing.error} />}
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
      {mailing.data?.mailed && <Notice kind="success" title="A link is on its way by mail" />}
      <div className="page-actions">
        <button type="button" className="button" {...doing(() => setAsked('password'))}>
          Make a one-time password
        </button>
        <button type="button" className="button" {...doing(() => mailing.mutate({ by_mail: true }))}>
          Mail a reset link
        </button>
        {account.active ? (
          <button type="button" className="button button-danger" {...doing(() => setAsked('deactivate'))}>
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
        isOpen={asked === 'deactivate'}
        onClose={() => setAsked(null)}
        onDeactivate={() => {
          setAsked(null);
          change.mutate({ active: false });
        }}
      />
      <QuestionDialog
        isOpen={asked === 'password'}
        title={`Make a new password for ${account.email}?`}
        words={{ no: 'Keep the old one', yes: 'Make a one-time password', doing: 'Making it…' }}
        change={reset}
        onYes={() => reset.mutate({ by_mail: false }, { onSuccess: () => setAsked(null) })}
        onClose={() => setAsked(null)}
      >
        <p>The password that is in use stops working at once, and every sign-in with it ends. API keys go on.</p>
      </QuestionDialog>
    </section>
  );
}
