import type { Relation } from '../../geometry/relation.ts';
import { isBoundAsItIs } from './bound-value.ts';
import { packTime } from './packed-time.ts';
import { type SqlCondition, bound, raw, sql } from './sql-fragment.ts';

export type PlainType = 'number' | 'string' | 'boolean';

/** How columns hold values, so that no value of one type equals one of another. */
export type HeldValues = {
  /** A constant as it is held; null for what cannot be held as it is. */
  literal(value: boolean | number | string): SqlCondition | null;
  /** A text as it is held, for an end of a range. */
  text(value: string): SqlCondition;
  /** A time key, or what stands for times before or after them all, as rows have it. */
  moment(key: string): string;
  /** What a comparison says after the value to keep above all lesser types, or below all greater ones; '' where it need not. */
  readonly lowest: Readonly<Record<PlainType, string>>;
  readonly highest: Readonly<Record<PlainType, string>>;
  /** Within brackets, to stand after IN; every value is one that can be held. */
  list(values: readonly (string | number)[]): SqlCondition;
  /** What arrays and objects are held as. */
  readonly other: string;
  /** Whether the functions are there whose names start with `swath_`; without them the evaluator is asked. */
  readonly hasFunctions: boolean;
};

/** Relates a footprint with a geometry, which is valid and GeoJSON; `isFirst`: the footprint stands on the left. */
export type ShapeTest = { readonly op: Relation; readonly text: string; readonly isFirst: boolean };

export type Shapes = {
  /** Whether it knows the shape of every footprint there is: only then it decides alone. */
  readonly isComplete: boolean;
  /** True where the relation surely holds, or surely does not. */
  decides(test: ShapeTest, isTrue: boolean): SqlCondition;
  /** The same, and true where the shape is not known. */
  allows(test: ShapeTest, isTrue: boolean): SqlCondition;
};

export type SqlDialect = {
  /** Slots hold values of every type. */
  readonly slots: HeldValues;
  /** `id` and `collection`. */
  readonly names: HeldValues;
  /** Where a row has a slot's value. */
  readonly column: (slot: number, alias: string) => string;
  /** Null where the database knows boxes alone. */
  readonly shapes: Shapes | null;
};

/** Texts that a database would hold as others: NUL ends them, halves of characters and what replaces them look alike. */
const changing = /[\0\uFFFD\p{Surrogate}]/u;

/** Whether a constant and the value of a row that equals it are held as the same. */
export const isHeldAsItIs = (value: number | string): boolean =>
  typeof value === 'number' ? isBoundAsItIs(value) : !changing.test(value);

/** Few values have a mark each; many are one parameter, so that lists of all lengths share a statement. */
const mostMarks = 16;

/** SQLite puts every number before every text before every byte string, so that a type is a range. */
const heldBySqlite: HeldValues = {
  literal(value) {
    if (typeof value === 'boolean') return raw(value ? "x'01'" : "x'00'");
    return isHeldAsItIs(value) ? bound(value) : null;
  },
  text: bound,
  moment: packTime,
  lowest: { number: '', string: " >= ''", boolean: " >= x'00'" },
  highest: { number: " < ''", string: " < x''", boolean: " <= x'01'" },
  list(values) {
    // SQLite need not read the decimals of other numbers back to the same bits.
    const isSafe = values.every((each) => typeof each === 'string' || Number.isSafeInteger(each));
    if (values.length > mostMarks && isSafe)
      return sql`(SELECT value FROM json_each(${bound(JSON.stringify(values))}))`;
    return { sql: `(${values.map(() => '?').join(', ')})`, params: values };
  },
  other: "x'ff'",
  hasFunctions: true,
};

export const sqliteDialect: SqlDialect = {
  slots: heldBySqlite,
  names: heldBySqlite,
  column: (slot, alias) => `${alias}.v${slot}`,
  shapes: null,
};
