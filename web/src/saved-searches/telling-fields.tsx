import { TextArea } from '../ui/text-area.tsx';
import { TextField } from '../ui/text-field.tsx';
import { RadioChoice } from './radio-choice.tsx';
import type { FieldsProps } from './draft.ts';

const choices = [
  ['me', 'Mail to me'],
  ['others', 'Mail to these addresses'],
  ['nobody', 'No mail'],
] as const;

export function TellingFields({ draft, onChange }: FieldsProps) {
  return (
    <fieldset className="form-part">
      <legend>Who is told</legend>
      <RadioChoice choices={choices} chosen={draft.told} onChoose={(told) => onChange({ told })} />
      {draft.told === 'others' && (
        <TextField
          label="Addresses"
          name="emails"
          required
          autoComplete="off"
          hint="With commas between; at most one notice in 15 minutes."
          value={draft.emails}
          onChange={({ currentTarget }) => onChange({ emails: currentTarget.value })}
        />
      )}
      <TextArea
        label="Webhooks"
        name="webhooks"
        isOptional
        isCode
        rows={2}
        placeholder="https://you.example/hook"
        hint="One a line. They are shown without their parameters, which stay as long as the address does."
        value={draft.webhooks}
        onChange={({ currentTarget }) => onChange({ webhooks: currentTarget.value })}
      />
    </fieldset>
  );
}
