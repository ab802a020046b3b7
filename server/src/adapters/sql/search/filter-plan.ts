import type { Box } from '../../../geometry/box.ts';
import type { Filter } from '../../../catalog/filter.ts';
import { compileFilter } from '../../../catalog/match-filter.ts';
import { type CompiledConditions, compileConditions } from '../../../catalog/plan/compile-sql.ts';
import { conjunctionOf, conjunctsOf } from '../../../catalog/plan/conjuncts.ts';
import {
  type ImpliedTimes,
  type IndexableCondition,
  impliedBoxes,
  impliedCollections,
  impliedIds,
  impliedTimes,
  indexableConditions,
} from '../../../catalog/plan/implied.ts';
import { type KnownShare, selectivityOf } from '../../../catalog/plan/selectivity.ts';
import type { DeclaredProperty } from '../../../catalog/plan/slots.ts';
import type { SqlDialect } from '../../../catalog/plan/sql-dialect.ts';
import type { JsonObject } from '../../../catalog/refuse.ts';
import { isStored } from './stored-values.ts';

/** What a filter says, whatever else is asked for. */
export type FilterPlan = CompiledConditions & {
  readonly ids: readonly string[] | null;
  readonly collections: readonly string[] | null;
  readonly boxes: readonly Box[] | null;
  readonly times: ImpliedTimes | null;
  /** About how many of all items pass it. */
  readonly passing: number;
  readonly isMatch: ((document: JsonObject) => boolean) | null;
  readonly indexable: readonly IndexableCondition[];
};
export type PlanFilter = (filter: Filter) => FilterPlan;

/** The share of all items that have such a value; null where nothing is known of it. */
type ShareOf = (condition: IndexableCondition) => number | null;

export const filterPlanner =
  (declared: readonly DeclaredProperty[], dialect: SqlDialect, shareOf: ShareOf = () => null): PlanFilter =>
  (filter) => {
    const known = knownShare(declared, shareOf);
    const parts = conjunctsOf(filter).map((part) => ({ part, share: selectivityOf(part, known) }));
    // Rows are tested in that order: what most of them fail is asked first.
    const rarestFirst = conjunctionOf(parts.toSorted((a, b) => a.share - b.share).map(({ part }) => part));
    const compiled = compileConditions(rarestFirst ?? filter, declared, 'r', dialect);
    const matches = compiled.residual && compileFilter(compiled.residual);
    return {
      ...compiled,
      ids: impliedIds(filter),
      collections: impliedCollections(filter),
      boxes: fewBoxes(impliedBoxes(filter)),
      times: impliedTimes(filter),
      passing: parts.reduce((product, { share }) => product * share, 1),
      isMatch: matches && ((document) => matches(document) === true),
      indexable: indexableConditions(filter, declared).filter(isNarrow),
    };
  };

const mostPlans = 100;
const longestFilter = 2_000;

/** The same filter is often asked for again, with another area. */
export function rememberingPlans(plan: PlanFilter): PlanFilter {
  const known = new Map<string, FilterPlan>();
  return (filter) => {
    const text = JSON.stringify(filter, unlikeOthers);
    const found = known.get(text);
    if (found !== undefined) return found;
    const planned = plan(filter);
    if (text.length > longestFilter) return planned;
    if (known.size >= mostPlans) known.clear();
    known.set(text, planned);
    return planned;
  };
}

/** Numbers that JSON would write as null or as another. */
function unlikeOthers(_name: string, value: unknown): unknown {
  if (typeof value !== 'number' || (Number.isFinite(value) && !Object.is(value, -0))) return value;
  return { number: value === 0 ? '-0' : String(value) };
}

/** Of a condition on one declared property. */
const knownShare =
  (declared: readonly DeclaredProperty[], shareOf: ShareOf): KnownShare =>
  (condition) => {
    const [first, ...others] = indexableConditions(condition, declared);
    return first === undefined || others.length > 0 ? null : shareOf(first);
  };

/** Single values are looked up together; many ranges would make a long statement and no narrow one. */
function isNarrow({ ranges }: IndexableCondition): boolean {
  const wide = ranges.filter(({ low, high }) => low === null || low !== high);
  return ranges.length <= 1_000 && wide.length <= 16 && wide.every(({ low, high }) => isStored(low) && isStored(high));
}

/** Each is a test of every row: many become one box around them all. */
const mostBoxes = 16;

function fewBoxes(boxes: readonly Box[] | null): readonly Box[] | null {
  if (boxes === null || boxes.length <= mostBoxes) return boxes;
  return [boxes.reduce((a, b) => [min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])])];
}

const { min, max } = Math;
