import type { Filter } from '../filter.ts';

/** The conditions that must all hold: what AND joins, at whatever depth, and what NOT makes of OR. */
export function conjunctsOf(filter: Filter): readonly Filter[] {
  if (filter.kind === 'and') return filter.args.flatMap(conjunctsOf);
  if (filter.kind !== 'not') return [filter];
  const { arg } = filter;
  if (arg.kind === 'not') return conjunctsOf(arg.arg);
  if (arg.kind === 'or') return arg.args.flatMap((each) => conjunctsOf({ kind: 'not', arg: each }));
  return [filter];
}

export function conjunctionOf(filters: readonly Filter[]): Filter | null {
  if (filters.length === 0) return null;
  return filters.length === 1 ? filters[0]! : { kind: 'and', args: filters };
}
