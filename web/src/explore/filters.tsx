import { CollectionChoice } from '../catalog/collection-choice.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { changeState, currentState } from './change-state.ts';
import { type Condition, withCondition } from './conditions.ts';
import { FieldFilter } from './field-filter.tsx';
import { type FilterField, filterFields, inTwo } from './filter-fields.ts';
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
      {usual.map(filter)}
      {rest.length > 0 && (
        <details open={rest.some(({ name }) => Object.hasOwn(conditions, name))}>
          <summary>Further properties ({rest.length})</summary>
          <div className="filters">{rest.map(filter)}</div>
        </details>
      )}
    </div>
  );
}
