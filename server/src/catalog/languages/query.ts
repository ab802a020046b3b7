import type { ComparisonOp, Expression, Filter, Literal } from '../filter.ts';
import { verbatim } from '../evaluate/match-like.ts';
import { type FilterBounds, type ParseOptions, checkBounds, defaultBounds, tooLong } from '../filter-bounds.ts';
import { FilterError } from '../filter-error.ts';

type Scalar = Literal<string | number | boolean>;

const comparisons: Readonly<Record<string, ComparisonOp>> = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
};

const patterns: Readonly<Record<string, (text: string) => string>> = {
  startsWith: (text) => `${text}%`,
  endsWith: (text) => `%${text}`,
  contains: (text) => `%${text}%`,
};

/** Reads the `query` extension of STAC, `{"eo:cloud_cover": {"lt": 10}}`; every part must hold. */
export function parseStacQuery(json: unknown, options: ParseOptions = {}): Filter {
  const bounds = options.bounds ?? defaultBounds;
  const conditions = Object.entries(asObject(json, '')).flatMap(([name, operators]) =>
    readProperty(name, operators, `/${escaped(name)}`, bounds),
  );
  const filter = together(conditions);
  checkBounds(filter, bounds);
  return filter;
}

const together = (conditions: readonly Filter[]): Filter =>
  conditions.length === 0
    ? { kind: 'literal', value: true }
    : conditions.length === 1
      ? conditions[0]!
      : { kind: 'and', args: conditions };

function readProperty(name: string, operators: unknown, path: string, bounds: FilterBounds): readonly Filter[] {
  if (name === '') fail('expected a property name', path);
  const entries = Object.entries(asObject(operators, path));
  if (entries.length === 0) fail('expected an operator', path);
  return entries.map(([op, value]) =>
    readOperator({ kind: 'property', name }, op, value, `${path}/${escaped(op)}`, bounds),
  );
}

function readOperator(property: Expression, op: string, value: unknown, path: string, bounds: FilterBounds): Filter {
  if (Object.hasOwn(comparisons, op)) {
    if (value === null && (op === 'eq' || op === 'neq')) return readNull(property, op);
    return compare(property, comparisons[op]!, scalar(value, path));
  }
  if (Object.hasOwn(patterns, op)) {
    const text = typeof value === 'string' ? value : fail('expected a text', path);
    return { kind: 'like', value: property, pattern: { kind: 'literal', value: patterns[op]!(verbatim(text)) } };
  }
  if (op === 'in') return isOneOf(property, readList(value, path, bounds));
  return fail(
    `'${op}' is not an operator; there are eq, neq, lt, lte, gt, gte, startsWith, endsWith, contains, in`,
    path,
  );
}

/** Texts such as '10' and 'true' stand for what they say too: public clients send `eo:cloud_cover<10` so. */
function compare(left: Expression, op: ComparisonOp, right: Scalar): Filter {
  const asSent: Filter = { kind: 'compare', op, left, right };
  if (typeof right.value !== 'string' || !numberOrBoolean.test(right.value)) return asSent;
  const meant = scalar(JSON.parse(right.value), '');
  return { kind: 'or', args: [asSent, { kind: 'compare', op, left, right: meant }] };
}

/** The same for each of them; of another type than the rest they are a list of their own, as a type that differs is unknown. */
function isOneOf(value: Expression, list: readonly Scalar[]): Filter {
  const texts = list.flatMap(({ value: one }) => (typeof one === 'string' && numberOrBoolean.test(one) ? one : []));
  const asSent: Filter = { kind: 'in', value, list };
  if (texts.length === 0) return asSent;
  const meant = texts.map((text) => scalar(JSON.parse(text), ''));
  return { kind: 'or', args: [asSent, { kind: 'in', value, list: meant }] };
}

const numberOrBoolean = /^(?:true|false|-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?)$/;

function readNull(value: Expression, op: 'eq' | 'neq'): Filter {
  const isNull: Filter = { kind: 'isNull', value };
  return op === 'eq' ? isNull : { kind: 'not', arg: isNull };
}

function readList(value: unknown, path: string, bounds: FilterBounds): readonly Scalar[] {
  if (!Array.isArray(value)) return fail('expected an array', path);
  if (value.length > bounds.maxListLength) fail(tooLong(bounds), path);
  return value.map((one, i) => scalar(one, `${path}/${i}`));
}

function scalar(value: unknown, path: string): Scalar {
  if (typeof value === 'string' || typeof value === 'boolean') return { kind: 'literal', value };
  return typeof value === 'number'
    ? { kind: 'literal', value: value + 0 }
    : fail('expected a text, number or boolean', path);
}

const escaped = (member: string): string => member.replaceAll('~', '~0').replaceAll('/', '~1');

function asObject(json: unknown, path: string): Record<string, unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return fail('expected an object', path);
  return json as Record<string, unknown>;
}

function fail(reason: string, path: string): never {
  throw new FilterError(reason, { path });
}
