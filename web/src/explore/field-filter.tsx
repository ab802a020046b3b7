import { useId } from 'react';
import { TextField } from '../ui/text-field.tsx';
import type { Condition } from './conditions.ts';
import type { FilterField } from './filter-fields.ts';
import { labelOf } from './property-labels.ts';
import { RangeFilter } from './range-filter.tsx';
import { useDraft } from '../ui/use-draft.ts';
import { useOnceChosen } from '../ui/use-once-chosen.ts';

type FieldFilterProps = {
  readonly field: FilterField;
  readonly condition: Condition | undefined;
  /** Null asks for nothing. */
  readonly onChange: (condition: Condition | null) => void;
};

export function FieldFilter({ field, condition, onChange }: FieldFilterProps) {
  if (field.kind === 'range') {
    const range = condition?.kind === 'range' ? condition : { least: null, most: null };
    return (
      <RangeFilter
        field={field}
        least={range.least}
        most={range.most}
        onChange={(least, most) => onChange(least === null && most === null ? null : { kind: 'range', least, most })}
      />
    );
  }
  if (field.kind === 'among') {
    const chosen = condition?.kind === 'among' ? condition.values : [];
    return (
      <AmongFilter
        field={field}
        chosen={chosen}
        onChange={(values) => onChange(values.length === 0 ? null : { kind: 'among', values })}
      />
    );
  }
  return (
    <HoldsFilter
      name={field.name}
      text={condition?.kind === 'holds' ? condition.text : ''}
      onChange={(text) => onChange(text === '' ? null : { kind: 'holds', text })}
    />
  );
}

type Value = string | boolean;

type AmongFilterProps = {
  readonly field: { readonly name: string; readonly values: readonly Value[] };
  readonly chosen: readonly Value[];
  readonly onChange: (values: readonly Value[]) => void;
};

function AmongFilter({ field: { name, values }, chosen, onChange }: AmongFilterProps) {
  // What was chosen among the values of other collections counts, and can be taken away.
  const all = [...values, ...useOnceChosen(chosen).filter((value) => !values.includes(value))];
  return (
    <fieldset className="checks">
      <legend>{labelOf(name)}</legend>
      {all.map((value) => (
        <label key={String(value)} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
            }
          />
          <span>{typeof value === 'boolean' ? (value ? 'yes' : 'no') : value}</span>
        </label>
      ))}
    </fieldset>
  );
}

type HoldsFilterProps = {
  readonly name: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
};

function HoldsFilter({ name, text, onChange }: HoldsFilterProps) {
  const id = useId();
  const [draft, setDraft] = useDraft(text, onChange, { pauseMs: 400 });
  return (
    <TextField
      id={id}
      label={`${labelOf(name)} holds`}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
    />
  );
}
