import type { CreatedAccount, OrganizationEntry } from '@swath/client';
import { type FormEvent, useState } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmailField } from '../ui/email-field.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { formText } from '../ui/form-text.ts';
import { Notice } from '../ui/notice.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { takeLostFocus } from '../ui/take-lost-focus.ts';
import { TextField } from '../ui/text-field.tsx';
import { useCreateAccount } from './use-accounts.ts';

type CreateAccountDialogProps = {
  readonly isOpen: boolean;
  readonly organizations: readonly OrganizationEntry[];
  /** The one that is looked at; empty for all. */
  readonly organizationId: string;
  readonly onClose: () => void;
};

/** Closing keeps what was typed; a one-time password is shown once, also to who closed the dialog before it came. */
export function CreateAccountDialog({ isOpen, organizations, organizationId, onClose }: CreateAccountDialogProps) {
  const creation = useCreateAccount();
  const [chosen, setChosen] = useState<string | null>(null);
  const joined = chosen ?? organizationId;

  function close(): void {
    onClose();
    if (!creation.isPending) creation.reset();
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    const field = formText(event);
    if (creation.isPending) return;
    const [name, organization] = [field('name').trim(), field('organization').trim()];
    creation.mutate({
      email: field('email').trim(),
      role: field('role'),
      invite: field('invite') === 'on',
      ...(name && { name }),
      ...(joined ? { organization_id: joined } : organization && { organization }),
    });
  }

  return (
    <Dialog
      isOpen={isOpen || creation.data !== undefined}
      title={creation.data ? 'The account is made' : 'Create an account'}
      onClose={close}
    >
      {creation.data ? (
        <MadeAccount account={creation.data} onDone={close} />
      ) : (
        <form className="form" method="post" onSubmit={submit}>
          {creation.error && <ErrorNotice error={creation.error} />}
          <EmailField label="E-mail" name="email" required autoComplete="off" />
          <TextField label="Name" name="name" isOptional autoComplete="off" />
          <div className="field">
            <label htmlFor="new-organization">Organization</label>
            <select
              id="new-organization"
              className="input"
              value={joined}
              aria-describedby="new-organization-hint"
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            >
              <option value="">A new one</option>
              {organizations.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
            <p className="hint" id="new-organization-hint">
              Holds limits, prices and what may be seen.
            </p>
          </div>
          {joined === '' && (
            <TextField
              label="What it is called"
              name="organization"
              isOptional
              autoComplete="off"
              hint="Else it has the name of the account."
            />
          )}
          <div className="field">
            <label htmlFor="new-role">Role</label>
            <select id="new-role" name="role" className="input" defaultValue="member">
              <option value="member">Member: searches, selects, orders</option>
              <option value="admin">Administrator</option>
            </select>
          </div>
          <label className="check">
            <input type="checkbox" name="invite" />
            Send an invitation by mail
          </label>
          <div className="form-actions">
            <button type="button" className="button" onClick={close}>
              Cancel
            </button>
            <SubmitButton label="Create" busyLabel="Creating…" isBusy={creation.isPending} />
          </div>
        </form>
      )}
    </Dialog>
  );
}

function MadeAccount({ account, onDone }: { readonly account: CreatedAccount; readonly onDone: () => void }) {
  const { email, one_time_password: password, invitation_url: invitation } = account;
  const secret = password ?? invitation;
  return (
    <div className="form">
      <Notice kind="success" title={`${email} can sign in`}>
        <p>
          {password && 'With this password, which is shown only now. Hand it over by a way that others do not read.'}
          {invitation && 'By this address, which also went to the outgoing mail.'}
          {secret === undefined && 'The invitation is on its way by mail.'}
        </p>
      </Notice>
      {secret !== undefined && (
        <div className="new-key" tabIndex={-1} ref={takeLostFocus}>
          <code>{secret}</code>
          <CopyButton text={secret} what={password ? 'one-time password' : 'invitation address'} />
        </div>
      )}
      <div className="form-actions">
        <button type="button" className="button" onClick={onDone}>
          Done
        </button>
      </div>
    </div>
  );
}
