/** What a filter says of every item that it is true of, for those who plan where to look. */
export { impliedBoxes, takeArea } from './implied-boxes.ts';
export { impliedCollections, impliedIds } from './implied-names.ts';
export { type ImpliedTimes, impliedTimes } from './implied-times.ts';
export { type IndexableCondition, indexableConditions } from './indexable-conditions.ts';
export type { SortRange } from './sort-ranges.ts';
