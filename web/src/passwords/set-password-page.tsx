import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Link } from '../router/link.tsx';
import { leave } from '../session/session-actions.ts';
import { swath } from '../swath.ts';
import { Door } from '../ui/door.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { formText } from '../ui/form-text.ts';
import { SubmitButton } from '../ui/submit-button.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { PasswordIsSet } from './password-is-set.tsx';

type SetPasswordPageProps = { readonly token: string; readonly isInvitation: boolean };

/** Where mailed links lead: a reset and an invitation both end in choosing a password. */
export function SetPasswordPage({ token, isInvitation }: SetPasswordPageProps) {
  const change = useMutation({
    mutationFn: (password: string) => swath.passwords.confirmReset({ token, password }),
    // Whoever else is signed in here is not who goes on with the new password.
    onSuccess: leave,
  });

  function submit(event: FormEvent<HTMLFormElement>): void {
    const field = formText(event);
    if (!change.isPending) change.mutate(field('new-password'));
  }

  if (change.isSuccess) return <PasswordIsSet />;
  return (
    <Door
      title={isInvitation ? 'Choose your password' : 'Set a new password'}
      lead={isInvitation ? 'You have been invited to Swath. One step is left.' : undefined}
    >
      <form className="form" method="post" onSubmit={submit}>
        {change.error && <ErrorNotice error={change.error} />}
        <NewPasswordField />
        <SubmitButton label="Set password" busyLabel="Setting…" isBusy={change.isPending} />
      </form>
      <p className="door-foot">
        <Link to="/reset-password">Ask for a new link</Link>
      </p>
    </Door>
  );
}
