import { foldAccents, foldCase } from '../evaluate/fold-text.ts';
import { constantOf } from '../evaluate/compile-scalar.ts';
import { filterFunctions } from '../evaluate/functions.ts';
import { type Scalar, calculate } from '../evaluate/scalars.ts';
import type { Call, Expression } from '../filter.ts';
import { type ReadySlots, knownProperty } from './known-property.ts';
import type { HeldValues, SqlDialect } from './sql-dialect.ts';
import { type SqlCondition, bound, raw, sql } from './sql-fragment.ts';

/** What SQL can compare. */
export type Operand =
  | { readonly kind: 'constant'; readonly value: Scalar }
  | {
      readonly kind: 'value';
      readonly sql: SqlCondition;
      readonly type: 'any' | 'text' | 'number';
      readonly held: HeldValues;
    }
  /** `datetime`: its time key and whether there is one; its spelling is in the document alone. */
  | { readonly kind: 'moment'; readonly key: SqlCondition; readonly isKnown: SqlCondition; readonly held: HeldValues };

export type Rows = { readonly alias: string; readonly slots: ReadySlots; readonly dialect: SqlDialect };

const constant = (value: Scalar): Operand => ({ kind: 'constant', value });
const unknown = constant(null);

/** Null when SQL cannot say what the expression is worth. */
export function operandOf(node: Expression, rows: Rows): Operand | null {
  const value = constantOf(node, filterFunctions);
  if (value !== undefined) return typeof value === 'number' && !Number.isFinite(value) ? null : constant(value);
  switch (node.kind) {
    case 'property':
      return propertyOperand(node.name, rows);
    case 'casei':
      return folded(operandOf(node.arg, rows), foldCase, 'swath_fold_case', rows);
    case 'accenti':
      return folded(operandOf(node.arg, rows), foldAccents, 'swath_fold_accents', rows);
    case 'arithmetic':
      return calculated(node, rows);
    case 'call':
      return called(node, rows);
    case 'list':
      return node.items.length === 1 ? operandOf(node.items[0]!, rows) : unknown;
    default:
      // To the evaluator all else is no scalar.
      return unknown;
  }
}

function propertyOperand(name: string, { alias, slots, dialect }: Rows): Operand | null {
  const known = knownProperty(name, slots);
  if (known === null) return null;
  if (known === 'datetime')
    return { kind: 'moment', key: raw(`${alias}.dt`), isKnown: raw(`${alias}.timed = 1`), held: dialect.names };
  if (typeof known === 'number')
    return { kind: 'value', sql: raw(dialect.column(known, alias)), type: 'any', held: dialect.slots };
  return { kind: 'value', sql: raw(`${alias}.${known}`), type: 'text', held: dialect.names };
}

function folded(arg: Operand | null, fold: (text: string) => string, name: string, { dialect }: Rows): Operand | null {
  if (arg === null || arg.kind === 'moment') return null;
  if (arg.kind === 'constant') return constant(typeof arg.value === 'string' ? fold(arg.value) : null);
  if (arg.type === 'number') return unknown;
  const held = dialect.slots;
  return held.hasFunctions ? { kind: 'value', sql: sql`${raw(name)}(${arg.sql})`, type: 'text', held } : null;
}

function calculated({ op, left, right }: Extract<Expression, { kind: 'arithmetic' }>, rows: Rows): Operand | null {
  const [a, b] = [operandOf(left, rows), operandOf(right, rows)];
  if (a === null || b === null) return null;
  if (a.kind === 'constant' && b.kind === 'constant') return constant(calculate(op, a.value, b.value));
  if (isChanged(a, rows) || isChanged(b, rows)) return null;
  const [x, y] = [numberSql(a, rows), numberSql(b, rows)];
  if (x === null || y === null) return unknown;
  const held = rows.dialect.slots;
  return held.hasFunctions
    ? { kind: 'value', sql: sql`swath_calculate(${bound(op)}, ${x}, ${y})`, type: 'number', held }
    : null;
}

/** A number that the database would take for another. */
const isChanged = (operand: Operand, { dialect }: Rows): boolean =>
  operand.kind === 'constant' && typeof operand.value === 'number' && dialect.slots.literal(operand.value) === null;

/** Null when it never is a number. */
function numberSql(operand: Operand, { dialect }: Rows): SqlCondition | null {
  if (operand.kind === 'value') return operand.type === 'text' ? null : operand.sql;
  return operand.kind === 'constant' && typeof operand.value === 'number' ? dialect.slots.literal(operand.value) : null;
}

function called({ name, args }: Call, rows: Rows): Operand | null {
  const apply = filterFunctions.get(name.toLowerCase());
  if (apply === undefined || !rows.dialect.slots.hasFunctions) return null;
  const operands = args.map((arg) => operandOf(arg, rows));
  const parts = operands.map((operand) => argumentSql(operand, rows));
  if (parts.some((part) => part === null)) return null;
  const given = parts.reduce<SqlCondition>((before, part) => sql`${before}, ${part!}`, bound(name.toLowerCase()));
  return { kind: 'value', sql: sql`swath_call(${given})`, type: 'any', held: rows.dialect.slots };
}

function argumentSql(operand: Operand | null, { dialect }: Rows): SqlCondition | null {
  if (operand === null || operand.kind === 'moment') return null;
  if (operand.kind === 'value') return operand.sql;
  const { value } = operand;
  if (value === null) return raw('NULL');
  return typeof value === 'object' ? null : dialect.slots.literal(value);
}
