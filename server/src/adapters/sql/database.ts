import type { SchemaReport } from './migrate.ts';
import type { Verbs } from './verbs.ts';

export type Dialect = 'sqlite' | 'postgres';
export type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;

/**
 * Portable SQL with `$1..$n`. Row locks (`FOR UPDATE`, `FOR SHARE`) are written out for PostgreSQL;
 * SQLite drops them, because it has one writer at a time.
 */
export type Sql = {
  all<R = Row>(text: string, params?: readonly Value[]): Promise<readonly R[]>;
  get<R = Row>(text: string, params?: readonly Value[]): Promise<R | undefined>;
  /** How many rows it changed. */
  run(text: string, params?: readonly Value[]): Promise<number>;
};

export type VerbName = keyof Verbs;
export type VerbInput<V extends VerbName> = Parameters<Verbs[V]>[1];
export type VerbOutput<V extends VerbName> = Awaited<ReturnType<Verbs[V]>>;

/** What every store stands on: reads at once, writes as one named verb in one transaction. */
export type Database = {
  readonly dialect: Dialect;
  /** What opening found and applied. */
  readonly schema: SchemaReport;
  readonly read: Sql;
  /** Resolves when the verb's transaction is durable. */
  write<V extends VerbName>(verb: V, input: VerbInput<V>): Promise<VerbOutput<V>>;
  /** A number that changes with every commit, cheap enough for each request; null where there is none. */
  version(): number | null;
  /** False once the writer is gone for good. */
  isWritable(): boolean;
  close(): Promise<void>;
};

/** PostgreSQL refuses NUL in text; replacing it everywhere keeps both stores alike and makes such a look-up miss. */
export function bindable(params: readonly Value[]): Value[] {
  return params.map((value) =>
    typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value,
  );
}
