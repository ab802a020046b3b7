import { useId } from 'react';

export type Choice<Value extends string> = { readonly value: Value; readonly name: string; readonly hint: string };

type ChoiceFieldProps<Value extends string> = {
  readonly legend: string;
  readonly choices: readonly Choice<Value>[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
};

/** One of a few, each with a word on what it means. */
export function ChoiceField<Value extends string>({ legend, choices, chosen, onChoose }: ChoiceFieldProps<Value>) {
  const name = useId();
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <div key={choice.value} className="check-field">
          <label className="check">
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === chosen}
              aria-describedby={`${name}-${choice.value}`}
              onChange={() => onChoose(choice.value)}
            />
            {choice.name}
          </label>
          <p className="hint" id={`${name}-${choice.value}`}>
            {choice.hint}
          </p>
        </div>
      ))}
    </fieldset>
  );
}
