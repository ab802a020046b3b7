import { type Dispatch, type FormEvent, type SetStateAction, useState } from 'react';
import { AreaProblem } from '../aoi/area.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ActionFields } from './action-fields.tsx';
import { ConditionFields } from './condition-fields.tsx';
import type { Draft } from './draft.ts';
import { DraftProblem } from './read-draft.ts';
import { TellingFields } from './telling-fields.tsx';

type SavedSearchFormProps = {
  readonly draft: Draft;
  readonly onDraft: Dispatch<SetStateAction<Draft>>;
  readonly error: unknown;
  readonly isBusy: boolean;
  /** May throw a `DraftProblem` or an `AreaProblem`. */
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
};

export function SavedSearchForm({ draft, onDraft, error, isBusy, onSubmit, onCancel }: SavedSearchFormProps) {
  const [mayKeep] = useState(draft.action === 'kept');
  const [problem, setProblem] = useState<string | null>(null);
  const change = (part: Partial<Draft>) => onDraft((before) => ({ ...before, ...part }));

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isBusy) return;
    try {
      onSubmit();
      setProblem(null);
    } catch (caught) {
      if (!(caught instanceof DraftProblem || caught instanceof AreaProblem)) throw caught;
      setProblem(caught.message);
    }
  }

  return (
    <form className="panel form wide" method="post" onSubmit={submit} aria-label="Saved search">
      <TextField
        label="Name"
        name="name"
        required
        maxLength={200}
        autoComplete="off"
        hint="Stands in what you are told."
        value={draft.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <ConditionFields draft={draft} onChange={change} />
      <TellingFields draft={draft} onChange={change} />
      <ActionFields draft={draft} onChange={change} mayKeep={mayKeep} />
      <fieldset className="form-part">
        <legend>How often, and until when</legend>
        <div className="form-columns">
          <TextField
            label="Interval in minutes"
            name="interval"
            isOptional
            inputMode="numeric"
            value={draft.interval}
            onChange={({ currentTarget }) => change({ interval: currentTarget.value })}
          />
          <TextField
            label="Last day"
            name="expires"
            isOptional
            type="date"
            value={draft.expires}
            onChange={({ currentTarget }) => change({ expires: currentTarget.value })}
          />
        </div>
      </fieldset>
      {problem !== null && (
        <Notice kind="error" title="That cannot be saved">
          <p>{problem}</p>
        </Notice>
      )}
      {error !== null && error !== undefined && <ErrorNotice error={error} />}
      <div className="form-actions">
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
        <SubmitButton label="Save search" busyLabel="Saving…" isBusy={isBusy} />
      </div>
    </form>
  );
}
