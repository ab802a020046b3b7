import { type ComponentProps, useId } from 'react';

type TextFieldProps = ComponentProps<'input'> & {
  readonly label: string;
  readonly hint?: string;
  readonly isOptional?: boolean;
};

export function TextField({ label, hint, isOptional = false, ...input }: TextFieldProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {isOptional && <span className="optional">optional</span>}
      </label>
      <input {...input} id={id} className="input" aria-describedby={hint ? `${id}-hint` : undefined} />
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
