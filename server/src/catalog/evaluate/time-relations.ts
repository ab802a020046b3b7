import type { TemporalOp } from '../filter.ts';
import { type Instant, compareInstants } from '../instant.ts';

/** Both ends belong to it; an instant is a span whose ends are the same. */
export type Span = { readonly start: Instant; readonly end: Instant };

type Relation = (a: Span, b: Span) => boolean;

const startOrder = (a: Span, b: Span): number => compareInstants(a.start, b.start);
const endOrder = (a: Span, b: Span): number => compareInstants(a.end, b.end);
/** How the end of the first lies to the start of the second. */
const gap = (a: Span, b: Span): number => compareInstants(a.end, b.start);

const before: Relation = (a, b) => gap(a, b) < 0;
const meets: Relation = (a, b) => gap(a, b) === 0;
const overlaps: Relation = (a, b) => startOrder(a, b) < 0 && gap(a, b) > 0 && endOrder(a, b) < 0;
const starts: Relation = (a, b) => startOrder(a, b) === 0 && endOrder(a, b) < 0;
const during: Relation = (a, b) => startOrder(a, b) > 0 && endOrder(a, b) < 0;
const finishes: Relation = (a, b) => startOrder(a, b) > 0 && endOrder(a, b) === 0;
const disjoint: Relation = (a, b) => before(a, b) || before(b, a);

/** Allen's relations as OWL-Time names them; `disjoint` and `intersects` as CQL2 adds them. */
export const timeRelations: Readonly<Record<TemporalOp, Relation>> = {
  after: (a, b) => before(b, a),
  before,
  contains: (a, b) => during(b, a),
  disjoint,
  during,
  equals: (a, b) => startOrder(a, b) === 0 && endOrder(a, b) === 0,
  finishedBy: (a, b) => finishes(b, a),
  finishes,
  intersects: (a, b) => !disjoint(a, b),
  meets,
  metBy: (a, b) => meets(b, a),
  overlappedBy: (a, b) => overlaps(b, a),
  overlaps,
  startedBy: (a, b) => starts(b, a),
  starts,
};
