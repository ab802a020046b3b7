import { type ComponentProps, useId, useState } from 'react';

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  readonly label: string;
  readonly hint?: string;
  /** Where a dialog puts the focus when it opens. */
  readonly 'data-first-focus'?: boolean;
};

export function PasswordField({ label, hint, ...input }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="input-group">
        <input
          {...input}
          id={id}
          className="input"
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby={hint ? `${id}-hint` : undefined}
        />
        <button
          type="button"
          className="button button-quiet"
          aria-label={`${isShown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      </div>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
