import { compileCondition } from './evaluate/compile-condition.ts';
import { type FilterFunction, filterFunctions } from './evaluate/functions.ts';
import type { FilterableItem } from './evaluate/item-property.ts';
import type { Filter } from './filter.ts';

export type { FilterableItem } from './evaluate/item-property.ts';

/** True, false, or null for unknown: an item is found only by true. */
export type Verdict = boolean | null;
export type CompiledFilter = (item: FilterableItem) => Verdict;

/** The meaning of a filter: what every store's answer is held to. Throws only for a function that does not exist. */
export const compileFilter = (
  filter: Filter,
  functions: ReadonlyMap<string, FilterFunction> = filterFunctions,
): CompiledFilter => compileCondition(filter, functions);
