import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { signIn } from '../session/session-actions.ts';
import { EmailField } from '../ui/email-field.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { formText } from '../ui/form-text.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';

type SignInFormProps = { readonly email?: string };

/** A plain form with the names that password managers look for; given an e-mail address, only that one may sign in. */
export function SignInForm({ email }: SignInFormProps) {
  const attempt = useMutation({ mutationFn: signIn });

  function submit(event: FormEvent<HTMLFormElement>): void {
    const field = formText(event);
    if (!attempt.isPending) attempt.mutate({ username: field('username').trim(), password: field('password') });
  }

  return (
    <form className="form" method="post" onSubmit={submit}>
      {attempt.error && <ErrorNotice error={attempt.error} />}
      <EmailField
        label="E-mail address"
        id="username"
        name="username"
        autoComplete="username"
        required
        defaultValue={email}
        readOnly={email !== undefined}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={email === undefined}
      />
      <PasswordField
        label="Password"
        id="password"
        name="password"
        autoComplete="current-password"
        required
        data-first-focus={email !== undefined}
      />
      <SubmitButton label="Sign in" busyLabel="Signing in…" isBusy={attempt.isPending} />
    </form>
  );
}
