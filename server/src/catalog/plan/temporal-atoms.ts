import type { ComparisonOp, Expression, Filter, IntervalEnd, TemporalOp } from '../filter.ts';
import { earliest, latest } from '../instant.ts';
import type { Reading, Side } from './atoms.ts';
import { opposite } from './mirror-comparison.ts';

type Place = 'start' | 'end';
/** How an end of the first lies to an end of the second. */
type Test = readonly [first: Place, op: ComparisonOp, second: Place];

/** Allen's relations, each as tests that must all hold; `disjoint` is the opposite of `intersects`. */
const tests: Readonly<Record<Exclude<TemporalOp, 'disjoint'>, readonly Test[]>> = {
  after: [['start', '>', 'end']],
  before: [['end', '<', 'start']],
  contains: [
    ['start', '<', 'start'],
    ['end', '>', 'end'],
  ],
  during: [
    ['start', '>', 'start'],
    ['end', '<', 'end'],
  ],
  equals: [
    ['start', '=', 'start'],
    ['end', '=', 'end'],
  ],
  finishedBy: [
    ['start', '<', 'start'],
    ['end', '=', 'end'],
  ],
  finishes: [
    ['start', '>', 'start'],
    ['end', '=', 'end'],
  ],
  intersects: [
    ['start', '<=', 'end'],
    ['end', '>=', 'start'],
  ],
  meets: [['end', '=', 'start']],
  metBy: [['start', '=', 'end']],
  overlappedBy: [
    ['start', '>', 'start'],
    ['start', '<', 'end'],
    ['end', '>', 'end'],
  ],
  overlaps: [
    ['start', '<', 'start'],
    ['end', '>', 'start'],
    ['end', '<', 'end'],
  ],
  startedBy: [
    ['start', '=', 'start'],
    ['end', '>', 'end'],
  ],
  starts: [
    ['start', '=', 'start'],
    ['end', '<', 'end'],
  ],
};

type Span = { readonly start: Side; readonly end: Side };

export function readTemporal<T>(
  { op, left, right }: Extract<Filter, { kind: 'temporal' }>,
  reading: Reading<T>,
  isTrue: boolean,
): T | null {
  const [first, second] = [spanOf(left), spanOf(right)];
  const holds = isTrue === (op !== 'disjoint');
  const orders = tests[op === 'disjoint' ? 'intersects' : op].map(([a, order, b]) =>
    reading.atom({ kind: 'order', op: holds ? order : opposite[order], left: first[a], right: second[b] }),
  );
  // A relation to an interval is unknown as soon as one end is, though no test may look at that end.
  const known = [left, right].flatMap(endsToKnow).map((side) => reading.atom({ kind: 'isInstant', side }));
  const related = holds ? reading.all(orders) : reading.any(orders);
  return known.length === 0 ? related : reading.all([related, ...known]);
}

function spanOf(node: Expression): Span {
  if (node.kind !== 'interval') return { start: node, end: node };
  return { start: sideOf(node.start) ?? openStart, end: sideOf(node.end) ?? openEnd };
}

const openStart: Side = { kind: 'instant', value: earliest };
const openEnd: Side = { kind: 'instant', value: latest };

const sideOf = (end: IntervalEnd): Expression | null => (end.kind === 'open' ? null : end);

/** The ends of an interval that an item may lack. */
export function endsToKnow(node: Expression): readonly Expression[] {
  if (node.kind !== 'interval') return [];
  return [node.start, node.end].filter((end) => end.kind === 'property' || end.kind === 'call');
}
