import { useId } from 'react';

type RadioChoiceProps<Value extends string> = {
  readonly choices: readonly (readonly [value: Value, label: string])[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
};

/** One of a few, within a fieldset that says of what. */
export function RadioChoice<Value extends string>({ choices, chosen, onChoose }: RadioChoiceProps<Value>) {
  const name = useId();
  return (
    <div className="radio-choice">
      {choices.map(([value, label]) => (
        <label key={value} className="check">
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
          {label}
        </label>
      ))}
    </div>
  );
}
