import { useId } from 'react';

type SegmentsProps<Choice extends string> = {
  readonly legend: string;
  readonly choices: readonly Choice[];
  readonly chosen: Choice;
  readonly onChoose: (choice: Choice) => void;
};

/** Radio buttons in the looks of tabs: the arrow keys come with them. */
export function Segments<Choice extends string>({ legend, choices, chosen, onChoose }: SegmentsProps<Choice>) {
  const name = useId();
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice} className="segment">
          <input
            type="radio"
            name={name}
            value={choice}
            checked={choice === chosen}
            onChange={() => onChoose(choice)}
          />
          <span>{choice}</span>
        </label>
      ))}
    </fieldset>
  );
}
