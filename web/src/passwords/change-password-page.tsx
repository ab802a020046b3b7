import type { Self } from '@swath/client';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { swath } from '../swath.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { formText } from '../ui/form-text.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { NewPasswordField } from './new-password-field.tsx';

type NewAndOld = { readonly currentPassword: string; readonly newPassword: string };
type ChangePasswordPageProps = { readonly user: Self };

export function ChangePasswordPage({ user }: ChangePasswordPageProps) {
  const change = useMutation({ mutationFn: (passwords: NewAndOld) => swath.passwords.change(passwords) });

  function submit(event: FormEvent<HTMLFormElement>): void {
    const form = event.currentTarget;
    const field = formText(event);
    if (change.isPending) return;
    const passwords = { currentPassword: field('current-password'), newPassword: field('new-password') };
    change.mutate(passwords, { onSuccess: () => form.reset() });
  }

  // What is typed after it was changed is not in force.
  const forget = () => change.isSuccess && change.reset();

  return (
    <Page title="Change password" lead="Your API keys keep working; sign-ins on other devices end.">
      <form className="form panel" method="post" onSubmit={submit} onChange={forget}>
        {change.error && <ErrorNotice error={change.error} />}
        {change.isSuccess && <Notice kind="success" title="Your password is changed" />}
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label="Current password"
          id="current-password"
          name="current-password"
          autoComplete="current-password"
          required
        />
        <NewPasswordField />
        <SubmitButton label="Change password" busyLabel="Changing…" isBusy={change.isPending} />
      </form>
    </Page>
  );
}
