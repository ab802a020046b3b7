import { useId } from 'react';
import { labelOf } from './property-labels.ts';
import { useDraft } from '../ui/use-draft.ts';

type RangeFilterProps = {
  readonly field: { readonly name: string; readonly least: number; readonly most: number };
  readonly least: number | null;
  readonly most: number | null;
  readonly onChange: (least: number | null, most: number | null) => void;
};

type Ends = { readonly least: string; readonly most: string };

const textOf = (value: number | null): string => (value === null ? '' : String(value));
const numberOf = (text: string): number | null => {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
};

/** A number that is typed slowly, 0.0 on the way to 0.05, must not be written anew meanwhile. */
const isSame = (typed: Ends, value: Ends): boolean =>
  numberOf(typed.least) === numberOf(value.least) && numberOf(typed.most) === numberOf(value.most);

/** Two numbers, and for the upper end of cloud cover a slider. */
export function RangeFilter({ field, least, most, onChange }: RangeFilterProps) {
  const id = useId();
  const [draft, setDraft] = useDraft<Ends>(
    { least: textOf(least), most: textOf(most) },
    (ends) => onChange(numberOf(ends.least), numberOf(ends.most)),
    { isSame },
  );
  const label = labelOf(field.name);
  const isCloud = field.name === 'eo:cloud_cover';
  const input = (end: keyof Ends, word: string) => (
    <input
      type="number"
      step="any"
      className="input"
      aria-label={`${label}, ${word}`}
      placeholder={String(isCloud ? (end === 'least' ? 0 : 100) : field[end])}
      value={draft[end]}
      onChange={(event) => setDraft({ ...draft, [end]: event.target.value })}
    />
  );
  return (
    <fieldset className="range">
      <legend>{label}</legend>
      {isCloud && (
        <div className="range-slider">
          <label htmlFor={id} className="visually-hidden">
            Cloud cover, at most, as a slider
          </label>
          <input
            id={id}
            type="range"
            min={0}
            max={100}
            value={numberOf(draft.most) ?? 100}
            onChange={(event) => setDraft({ ...draft, most: event.target.value === '100' ? '' : event.target.value })}
          />
        </div>
      )}
      <div className="range-ends">
        {input('least', 'at least')}
        <span aria-hidden="true">to</span>
        {input('most', 'at most')}
      </div>
    </fieldset>
  );
}
