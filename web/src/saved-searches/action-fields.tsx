import { TextField } from '../ui/text-field.tsx';
import { BudgetFields } from './budget-fields.tsx';
import type { Draft, FieldsProps } from './draft.ts';
import { RadioChoice } from './radio-choice.tsx';

type ActionFieldsProps = FieldsProps & {
  /** It does something that this form cannot show. */
  readonly mayKeep: boolean;
};

const usual: readonly (readonly [Draft['action'], string])[] = [
  ['none', 'Nothing more'],
  ['select', 'Select what matched'],
  ['order', 'Order what matched, within a budget'],
];

export function ActionFields({ draft, onChange, mayKeep }: ActionFieldsProps) {
  const choices = mayKeep ? ([...usual, ['kept', 'What it does now, as it was set by the API']] as const) : usual;
  return (
    <fieldset className="form-part">
      <legend>What is done then</legend>
      <RadioChoice choices={choices} chosen={draft.action} onChoose={(action) => onChange({ action })} />
      {draft.action === 'select' && (
        <TextField
          label="Acquisitions of each cell, at most"
          name="stackDepth"
          isOptional
          inputMode="numeric"
          value={draft.stackDepth}
          onChange={({ currentTarget }) => onChange({ stackDepth: currentTarget.value })}
        />
      )}
      {draft.action === 'order' && (
        <>
          <div className="form-columns">
            <TextField
              label="Bucket"
              name="bucket"
              required
              autoComplete="off"
              hint="managed is kept here for you to download."
              value={draft.bucket}
              onChange={({ currentTarget }) => onChange({ bucket: currentTarget.value })}
            />
            <TextField
              label="Prefix"
              name="prefix"
              isOptional
              autoComplete="off"
              value={draft.prefix}
              onChange={({ currentTarget }) => onChange({ prefix: currentTarget.value })}
            />
          </div>
          <label className="check">
            <input
              type="checkbox"
              checked={draft.isHd}
              onChange={({ currentTarget }) => onChange({ isHd: currentTarget.checked })}
            />
            HD
          </label>
          <BudgetFields draft={draft} onChange={onChange} />
        </>
      )}
    </fieldset>
  );
}
