import { TextField } from '../ui/text-field.tsx';
import { type Age, type Draft, ages } from './draft.ts';

export type DraftFieldsProps = { readonly draft: Draft; readonly onChange: (part: Partial<Draft>) => void };

const ageNames: Readonly<Record<Age, string>> = {
  fresh: 'Fresh, up to 90 days old',
  standard: 'Standard, up to 3 years old',
  training: 'Training, older',
};

export function WhenFields({ draft, onChange }: DraftFieldsProps) {
  const toggled = (age: Age) =>
    ages.filter((each) => (each === age ? !draft.ages.includes(age) : draft.ages.includes(each)));
  return (
    <section className="panel form" aria-labelledby="when-title">
      <h2 id="when-title">When</h2>
      <div className="field-columns">
        <TextField
          label="From"
          type="date"
          isOptional
          value={draft.from}
          onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
        />
        <TextField
          label="Until"
          type="date"
          isOptional
          value={draft.until}
          onChange={({ currentTarget }) => onChange({ until: currentTarget.value })}
        />
      </div>
      <fieldset className="choice-list">
        <legend>
          Age of imagery, which decides its price <span className="optional">none chosen means any</span>
        </legend>
        {ages.map((age) => (
          <label key={age} className="choice">
            <input
              type="checkbox"
              checked={draft.ages.includes(age)}
              onChange={() => onChange({ ages: toggled(age) })}
            />
            {ageNames[age]}
          </label>
        ))}
      </fieldset>
    </section>
  );
}
