import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Link } from '../router/link.tsx';
import { swath } from '../swath.ts';
import { Door } from '../ui/door.tsx';
import { EmailField } from '../ui/email-field.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { formText } from '../ui/form-text.ts';
import { Notice } from '../ui/notice.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';

export function RequestResetPage() {
  const request = useMutation({ mutationFn: (email: string) => swath.passwords.requestReset(email) });

  function submit(event: FormEvent<HTMLFormElement>): void {
    const field = formText(event);
    if (!request.isPending) request.mutate(field('email').trim());
  }

  return (
    <Door title="Reset your password" lead="We send a link to your e-mail address. It works once, for one hour.">
      <form className="form" method="post" onSubmit={submit}>
        {request.error && <ErrorNotice error={request.error} />}
        {request.data && (
          <Notice kind="success" title="Look at your mail">
            <p>{request.data.message || 'If the address has an account, a link is on its way.'}</p>
          </Notice>
        )}
        <EmailField label="E-mail address" id="email" name="email" autoComplete="username" required />
        <SubmitButton label="Send the link" busyLabel="Sending…" isBusy={request.isPending} />
      </form>
      <p className="door-foot">
        <Link to="/app">Back to sign in</Link>
      </p>
    </Door>
  );
}
