import type { FeatureColumn } from '../../geometry/feature-layers.ts';
import { columnNames } from './column-names.ts';

/** A column as wide as its widest cell. */
export type SizedColumn = { readonly column: FeatureColumn; readonly width: number; readonly decimals: number };

export const tableHeaderBytes = (columns: number): number => 32 + 32 * columns + 1;

const typeLetters: Readonly<Record<FeatureColumn['type'], string>> = {
  text: 'C',
  integer: 'N',
  real: 'N',
  boolean: 'L',
  date: 'C',
  // A date of this kind of table has no time of day.
  datetime: 'C',
};

export const isNumeric = ({ type }: FeatureColumn): boolean => typeLetters[type] === 'N';

/** The beginning of a `.dbf`. */
export function tableHeader(columns: readonly SizedColumn[], rows: number, nowMs: number): Buffer {
  const now = new Date(nowMs);
  const header = Buffer.alloc(tableHeaderBytes(columns.length));
  header[0] = 3;
  header.set([now.getUTCFullYear() - 1900, now.getUTCMonth() + 1, now.getUTCDate()], 1);
  header.writeUInt32LE(rows, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(rowBytes(columns), 10);
  const names = columnNames(columns.map(({ column }) => column.name));
  for (const [i, { column, width, decimals }] of columns.entries()) {
    const at = 32 + 32 * i;
    header.write(names[i]!, at, 10, 'latin1');
    header.write(typeLetters[column.type], at + 11, 'latin1');
    header[at + 16] = width;
    header[at + 17] = decimals;
  }
  header[header.length - 1] = 0x0d;
  return header;
}

/** With the sign before it that says that it is not deleted. */
export const rowBytes = (columns: readonly Pick<SizedColumn, 'width'>[]): number =>
  1 + columns.reduce((sum, { width }) => sum + width, 0);

const blank = 0x20;
export const tableEnd = Buffer.from([0x1a]);

/** Rows of a fixed length from cells, each with its length before it; numbers stand right. */
export function createRowWriter(columns: readonly SizedColumn[]): (cells: Buffer) => Buffer {
  const length = rowBytes(columns);
  const isRight = columns.map(({ column }) => isNumeric(column));
  const isLogical = columns.map(({ column }) => column.type === 'boolean');
  return (cells) => {
    const row = Buffer.alloc(length, blank);
    let [from, to] = [0, 1];
    for (let i = 0; i < columns.length; i++) {
      const { width } = columns[i]!;
      const bytes = cells[from]!;
      if (bytes === 0 && isLogical[i]) row[to] = 0x3f;
      cells.copy(row, isRight[i] ? to + width - bytes : to, from + 1, from + 1 + bytes);
      from += 1 + bytes;
      to += width;
    }
    return row;
  };
}
