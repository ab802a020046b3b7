import { type ReactNode, useId } from 'react';

type CheckFieldProps = {
  readonly label: ReactNode;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly hint?: ReactNode;
  readonly isDisabled?: boolean;
};

export function CheckField({ label, isChecked, onChange, hint, isDisabled = false }: CheckFieldProps) {
  const id = useId();
  return (
    <div className="check-field">
      <label className="check">
        <input
          type="checkbox"
          checked={isChecked}
          disabled={isDisabled}
          aria-describedby={hint ? id : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {label}
      </label>
      {hint && (
        <p className="hint" id={id}>
          {hint}
        </p>
      )}
    </div>
  );
}
