import type { Told } from './draft.ts';
import { TextArea } from './text-area.tsx';

type WhoStepProps = { readonly told: Told; readonly onChange: (told: Told) => void };

export function WhoStep({ told, onChange }: WhoStepProps) {
  return (
    <>
      <TextArea
        label="E-mail"
        isOptional
        rows={2}
        value={told.emails}
        onText={(emails) => onChange({ ...told, emails })}
        hint="A message when the order has ended. One address a line."
      />
      <TextArea
        label="Webhooks"
        isOptional
        rows={2}
        value={told.webhooks}
        onText={(webhooks) => onChange({ ...told, webhooks })}
        placeholder="https://example.com/hook"
        hint="Signed messages for programs. One address a line."
      />
      <TextArea
        label="Metadata"
        isOptional
        rows={2}
        value={told.metadata}
        onText={(metadata) => onChange({ ...told, metadata })}
        hint="Whatever you want to find again: a text, or JSON."
      />
    </>
  );
}
