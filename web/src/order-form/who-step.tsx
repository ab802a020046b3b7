import type { Told } from './draft.ts';
import { TextArea } from '../ui/text-area.tsx';

type WhoStepProps = { readonly told: Told; readonly onChange: (told: Told) => void };

export function WhoStep({ told, onChange }: WhoStepProps) {
  return (
    <>
      <TextArea
        label="E-mail"
        isOptional
        rows={2}
        value={told.emails}
        isCode
        autoComplete="off"
        onChange={({ currentTarget }) => onChange({ ...told, emails: currentTarget.value })}
        hint="A message when the order has ended. One address a line."
      />
      <TextArea
        label="Webhooks"
        isOptional
        rows={2}
        value={told.webhooks}
        isCode
        autoComplete="off"
        onChange={({ currentTarget }) => onChange({ ...told, webhooks: currentTarget.value })}
        placeholder="https://example.com/hook"
        hint="Signed messages for programs. One address a line."
      />
      <TextArea
        label="Metadata"
        isOptional
        rows={2}
        value={told.metadata}
        isCode
        autoComplete="off"
        onChange={({ currentTarget }) => onChange({ ...told, metadata: currentTarget.value })}
        hint="Whatever you want to find again: a text, or JSON."
      />
    </>
  );
}
