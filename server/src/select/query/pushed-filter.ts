import type { ComparisonOp, Expression, Filter } from '../../catalog/filter.ts';
import { conjunctionOf } from '../../catalog/plan/conjuncts.ts';
import { isObject } from '../../catalog/refuse.ts';
import { isPlain } from './compare-values.ts';
import { isOfTile } from './fields.ts';

/** Reckoned here, and not as the property of that name says. */
const computed: ReadonlySet<string> = new Set([
  'acquisition_id',
  'date',
  'datetime',
  'modified',
  'collect_day',
  'collect_month',
  'collect_month_day',
  'geometry',
  'bbox',
]);

const mostPushed = 200;

const comparisons: Readonly<Record<string, ComparisonOp>> = { eq: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' };

/** What a catalogue's index can tell of a query: true of every item that the query matches, and of others. */
export function pushedFilter(query: unknown, declared: ReadonlySet<string>): Filter | null {
  if (!isObject(query)) return null;
  const known = Object.entries(query).filter(([field]) => isKnown(field, declared));
  return conjunctionOf(known.flatMap(([field, spec]) => conditionsOf(field, spec)));
}

/** Every catalogue knows an item's collection. */
const isKnown = (field: string, declared: ReadonlySet<string>): boolean =>
  field === 'collection' || (declared.has(field) && !computed.has(field) && !isOfTile(field));

function conditionsOf(field: string, spec: unknown): readonly Filter[] {
  if (!isObject(spec)) return [];
  const property: Expression = { kind: 'property', name: field };
  return Object.entries(spec).flatMap(([op, operand]) => conditionOf(property, op, operand) ?? []);
}

function conditionOf(property: Expression, op: string, operand: unknown): Filter | null {
  if (Object.hasOwn(comparisons, op)) {
    const isTold = isNumber(operand) || (op === 'eq' && isPlain(operand));
    return isTold ? { kind: 'compare', op: comparisons[op]!, left: property, right: literal(operand) } : null;
  }
  if (!Array.isArray(operand) || operand.length === 0 || operand.length > mostPushed) return null;
  if (op === 'in' && (operand.every(isNumber) || operand.every(isPlain)))
    return { kind: 'in', value: property, list: operand.map(literal) };
  if (op === 'between' && operand.length === 2 && operand.every(isNumber))
    return { kind: 'between', value: property, low: literal(operand[0]), high: literal(operand[1]) };
  return null;
}

const isNumber = (operand: unknown): boolean => typeof operand === 'number' && Number.isFinite(operand);

const literal = (value: unknown): Expression => ({ kind: 'literal', value: value as string | number });
