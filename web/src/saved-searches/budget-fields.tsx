import { TextField } from '../ui/text-field.tsx';
import type { Draft, FieldsProps } from './draft.ts';

const amounts = [
  ['budgetArea', 'Area in all, km²'],
  ['budgetCost', 'Cost in all'],
  ['orderArea', 'One order, km²'],
  ['orderCost', 'One order, cost'],
] as const satisfies readonly (readonly [keyof Draft, string])[];

const periods = [
  ['day', 'each day'],
  ['week', 'each week'],
  ['month', 'each month'],
  ['year', 'each year'],
  ['total', 'once and for all'],
] as const;

/** Without an end of spending nothing is ordered. */
export function BudgetFields({ draft, onChange }: FieldsProps) {
  return (
    <>
      <div className="form-columns">
        {amounts.map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            name={name}
            inputMode="decimal"
            value={draft[name]}
            onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
          />
        ))}
        <div className="field">
          <label htmlFor="budget-period">The budget is for</label>
          <select
            id="budget-period"
            className="input"
            value={draft.budgetPeriod}
            onChange={({ currentTarget }) => onChange({ budgetPeriod: currentTarget.value })}
          >
            {periods.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </div>
      </div>
      <p className="hint">
        An area or a cost in all is needed. Imagery without a price can only be held to an area. Your organization's
        limits hold besides.
      </p>
    </>
  );
}
