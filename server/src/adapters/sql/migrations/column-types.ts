import type { Dialect } from '../database.ts';

type ColumnTypes = {
  readonly int: string;
  readonly real: string;
  readonly key: string;
  readonly table: string;
  readonly clustered: string;
};

/** `int` holds epoch milliseconds, `key` is compared byte by byte on both; STRICT makes SQLite as strict as PostgreSQL. */
export const columnTypes: Readonly<Record<Dialect, ColumnTypes>> = {
  sqlite: { int: 'INTEGER', real: 'REAL', key: 'TEXT', table: ' STRICT', clustered: ' STRICT, WITHOUT ROWID' },
  postgres: { int: 'BIGINT', real: 'DOUBLE PRECISION', key: 'TEXT COLLATE "C"', table: '', clustered: '' },
};
