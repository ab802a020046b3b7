import { eachPosition } from '../geometry/geojson.ts';
import { type Expression, type Filter, type IntervalEnd, childrenOf } from './filter.ts';
import { FilterError } from './filter-error.ts';

/** How large a filter may be. Deep ones would exhaust the stack of whoever walks them, long ones the processor. */
export type FilterBounds = {
  readonly maxTextLength: number;
  readonly maxDepth: number;
  readonly maxNodes: number;
  readonly maxListLength: number;
  readonly maxPatternLength: number;
  readonly maxVertices: number;
};

export const defaultBounds: FilterBounds = {
  maxTextLength: 1_000_000,
  maxDepth: 128,
  maxNodes: 10_000,
  maxListLength: 5_000,
  maxPatternLength: 1_000,
  maxVertices: 10_000,
};

/** What a parser must know besides the text. */
export type ParseOptions = {
  readonly bounds?: FilterBounds;
  /** Names in lower case; a call of any other is refused. Without it every name is accepted. */
  readonly functions?: ReadonlySet<string>;
  /** Refuses geometries that are not valid, such as polygons that cross themselves. */
  readonly mustBeValid?: boolean;
};

/** Holds a tree to the bounds that only the whole of it shows; walks without recursion. */
export function checkBounds(filter: Filter, bounds: FilterBounds): void {
  const waiting: { readonly node: Expression | IntervalEnd; readonly depth: number }[] = [{ node: filter, depth: 1 }];
  let nodes = 0;
  let vertices = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next;
    if (depth > bounds.maxDepth) throw new FilterError(tooDeep(bounds));
    if (++nodes > bounds.maxNodes) throw new FilterError(`the filter has more than ${bounds.maxNodes} parts`);
    if (node.kind === 'geometry') eachPosition(node.value, () => vertices++);
    if (vertices > bounds.maxVertices) throw new FilterError(tooManyVertices(bounds));
    if (node.kind === 'like') checkPattern(node.pattern, bounds);
    for (const child of childrenOf(node)) waiting.push({ node: child, depth: depth + 1 });
  }
}

export const tooDeep = ({ maxDepth }: FilterBounds): string => `the filter is nested more than ${maxDepth} levels deep`;

export const tooLong = ({ maxListLength }: FilterBounds): string => `the list has more than ${maxListLength} elements`;

const tooManyVertices = ({ maxVertices }: FilterBounds): string =>
  `the filter's geometries have more than ${maxVertices} vertices together`;

function checkPattern(pattern: Expression, { maxPatternLength }: FilterBounds): void {
  let inner = pattern;
  while (inner.kind === 'casei' || inner.kind === 'accenti') inner = inner.arg;
  if (inner.kind !== 'literal' || String(inner.value).length <= maxPatternLength) return;
  throw new FilterError(`a LIKE pattern may have at most ${maxPatternLength} characters`);
}
