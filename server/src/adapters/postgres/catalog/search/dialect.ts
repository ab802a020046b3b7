import { type HeldValues, type Shapes, type SqlDialect, isHeldAsItIs } from '../../../../catalog/plan/sql-dialect.ts';
import { bound, raw } from '../../../../catalog/plan/sql-fragment.ts';
import { slotBytes, textBytes } from '../database/slot-bytes.ts';
import type { SlotColumn } from '../known/slot-column.ts';

const marks = (count: number): string => `(${Array.from({ length: count }, () => '?').join(', ')})`;

const slots: HeldValues = {
  literal(value) {
    if (typeof value === 'boolean') return raw(value ? "'\\x0301'::bytea" : "'\\x0300'::bytea");
    return isHeldAsItIs(value) ? { sql: '?', params: [slotBytes(value)!] } : null;
  },
  text: (value) => ({ sql: '?', params: [textBytes(value)] }),
  moment: (key) => key,
  lowest: { number: '', string: " >= '\\x02'::bytea", boolean: " >= '\\x0300'::bytea" },
  highest: { number: " < '\\x02'::bytea", string: " < '\\x03'::bytea", boolean: " <= '\\x0301'::bytea" },
  list: (values) => ({ sql: marks(values.length), params: values.map((value) => slotBytes(value)!) }),
  other: "'\\x03ff'::bytea",
  hasFunctions: false,
};

const noGuards = { number: '', string: '', boolean: '' };
const mostMarks = 16;
/** No name holds a control character: a value that does is none. */
const separator = '\u001f';

const names: HeldValues = {
  literal: (value) => (typeof value === 'string' && isHeldAsItIs(value) ? bound(value) : null),
  text: bound,
  moment: (key) => key,
  lowest: noGuards,
  highest: noGuards,
  list(values) {
    if (values.length <= mostMarks) return { sql: marks(values.length), params: values };
    const names = values.filter((value) => !String(value).includes(separator));
    return { sql: '(SELECT unnest(string_to_array(?, chr(31))))', params: [names.join(separator)] };
  },
  other: 'NULL',
  hasFunctions: false,
};

/** What needs the functions of this program is left to the evaluator: nothing runs inside the database but SQL. */
export const postgresDialect = (column: SlotColumn, shapes: Shapes | null): SqlDialect => ({
  slots,
  names,
  column,
  shapes,
});
