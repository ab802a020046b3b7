import { type ComponentProps, useId } from 'react';

type TextAreaProps = ComponentProps<'textarea'> & {
  readonly label: string;
  readonly hint?: string;
  readonly isOptional?: boolean;
  readonly isCode?: boolean;
};

/** Several lines: read when the form is sent, or held by whoever gives a value. */
export function TextArea({ label, hint, isOptional = false, isCode = false, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {isOptional && <span className="optional">optional</span>}
      </label>
      <textarea
        {...area}
        id={id}
        className={isCode ? 'input mono' : 'input'}
        spellCheck={isCode ? false : undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
