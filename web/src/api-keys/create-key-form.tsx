import { type FormEvent, useState } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { formText } from '../ui/form-text.ts';
import { SubmitButton } from '../ui/submit-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { localDay } from '../ui/local-day.ts';
import { expiryOfDay, latestExpiry, longestLifeDays } from './key-dates.ts';
import type { useCreateKey } from './use-keys.ts';

type CreateKeyFormProps = { readonly creation: ReturnType<typeof useCreateKey>; readonly onCancel: () => void };

export function CreateKeyForm({ creation, onCancel }: CreateKeyFormProps) {
  const [openedAtMs] = useState(Date.now);
  const latest = localDay(latestExpiry(openedAtMs));

  function submit(event: FormEvent<HTMLFormElement>): void {
    const field = formText(event);
    if (creation.isPending) return;
    const name = field('name').trim();
    const description = field('description').trim();
    const expiry = expiryOfDay(field('expires'), Date.now());
    creation.mutate({
      ...(name && { name }),
      ...(description && { description }),
      ...(expiry && field('expires') !== latest && { expiration_date: expiry }),
    });
  }

  return (
    <form className="form" method="post" onSubmit={submit}>
      {creation.error && <ErrorNotice error={creation.error} />}
      <TextField
        label="Name"
        name="name"
        isOptional
        autoComplete="off"
        hint="The program that will use it, such as ci-runner."
      />
      <TextField label="Description" name="description" isOptional autoComplete="off" />
      <TextField
        label="Expires at the end of"
        name="expires"
        type="date"
        required
        min={localDay(new Date(openedAtMs))}
        max={latest}
        defaultValue={latest}
        hint={`At most ${longestLifeDays} days from now.`}
      />
      <div className="form-actions">
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
        <SubmitButton label="Create" busyLabel="Creating…" isBusy={creation.isPending} />
      </div>
    </form>
  );
}
