import { TrashIcon } from '../ui/icons.tsx';
import { type Criterion, type Operator, operators } from './criteria.ts';

type CriterionRowProps = {
  readonly number: number;
  readonly row: Criterion;
  readonly fieldsId: string;
  readonly onChange: (row: Criterion) => void;
  readonly onRemove: () => void;
};

export function CriterionRow({ number, row, fieldsId, onChange, onRemove }: CriterionRowProps) {
  return (
    <div className="criterion" role="group" aria-label={`Criterion ${number}`}>
      <input
        className="input"
        aria-label={`Field of criterion ${number}`}
        placeholder="Field"
        list={fieldsId}
        autoComplete="off"
        spellCheck={false}
        value={row.field}
        onChange={({ currentTarget }) => onChange({ ...row, field: currentTarget.value })}
      />
      <select
        className="input"
        aria-label={`Operator of criterion ${number}`}
        value={row.operator}
        onChange={({ currentTarget }) => onChange({ ...row, operator: currentTarget.value as Operator })}
      >
        {operators.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
      <input
        className="input"
        aria-label={`Value of criterion ${number}`}
        placeholder="Value"
        autoComplete="off"
        value={row.value}
        onChange={({ currentTarget }) => onChange({ ...row, value: currentTarget.value })}
      />
      <button
        type="button"
        className="button button-quiet"
        aria-label={`Remove criterion ${number}`}
        onClick={onRemove}
      >
        <TrashIcon />
      </button>
    </div>
  );
}
