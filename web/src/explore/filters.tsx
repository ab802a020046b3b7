import { type ReactNode, useState } from 'react';
import { CollectionChoice } from '../catalog/collection-choice.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { changeState, currentState } from './change-state.ts';
import { type Condition, withCondition } from './conditions.ts';
import { FieldFilter } from './field-filter.tsx';
import { type FilterField, filterFields, inTwo, unshownNames } from './filter-fields.ts';
import { labelOf } from './property-labels.ts';
import type { ExploreState } from './state.ts';
import { useQueryables } from './use-catalogue.ts';

type FiltersProps = { readonly state: ExploreState };

const setCondition = (name: string, condition: Condition | null): void =>
  changeState({ conditions: withCondition(currentState().conditions, name, condition) });

/** Made from what the items of the catalogue have. */
export function Filters({ state: { collections, conditions } }: FiltersProps) {
  const queryables = useQueryables(collections);
  const [usual, rest] = inTwo(queryables.data ? filterFields(queryables.data) : []);
  const filter = (field: FilterField) => (
    <FieldFilter
      key={field.name}
      field={field}
      condition={Object.hasOwn(conditions, field.name) ? conditions[field.name] : undefined}
      onChange={(condition) => setCondition(field.name, condition)}
    />
  );
  return (
    <div className="filters">
      <CollectionChoice chosen={collections} onChange={(chosen) => changeState({ collections: chosen })} />
      {queryables.isPending && <p role="status">Loading what can be filtered…</p>}
      {queryables.error && <ErrorNotice error={queryables.error} onRetry={() => void queryables.refetch()} />}
      {queryables.data &&
        unshownNames(conditions, [...usual, ...rest]).map((name) => <Unshown key={name} name={name} />)}
      {usual.map(filter)}
      {rest.length > 0 && (
        <Further count={rest.length} isFilled={rest.some(({ name }) => Object.hasOwn(conditions, name))}>
          {rest.map(filter)}
        </Further>
      )}
    </div>
  );
}

type FurtherProps = { readonly count: number; readonly isFilled: boolean; readonly children: ReactNode };

/** Open at first where something is asked for in it; it must not close on somebody who empties a field. */
function Further({ count, isFilled, children }: FurtherProps) {
  const [wasFilled] = useState(isFilled);
  return (
    <details open={wasFilled}>
      <summary>Further properties ({count})</summary>
      <div className="filters">{children}</div>
    </details>
  );
}

/** Still asked for, as it was of other collections; it would narrow the search without being seen. */
const Unshown = ({ name }: { readonly name: string }) => (
  <button
    type="button"
    className="button button-small"
    onClick={({ currentTarget }) => {
      // It goes with the condition.
      currentTarget.closest('details')?.querySelector('summary')?.focus();
      setCondition(name, null);
    }}
  >
    Do not ask for {labelOf(name)} any more
  </button>
);
