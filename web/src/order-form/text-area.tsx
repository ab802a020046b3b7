import { type ComponentProps, useId } from 'react';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'onChange'> & {
  readonly label: string;
  readonly hint?: string;
  readonly isOptional?: boolean;
  readonly onText: (text: string) => void;
};

export function TextArea({ label, hint, isOptional = false, onText, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {isOptional && <span className="optional">optional</span>}
      </label>
      <textarea
        {...area}
        id={id}
        className="input mono"
        spellCheck={false}
        autoComplete="off"
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
