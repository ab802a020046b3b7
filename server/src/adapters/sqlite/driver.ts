import { DatabaseSync, type DatabaseSyncInstance, backup } from '@photostructure/sqlite';
import type { Value } from '../sql/database.ts';

export type Param = Value | Uint8Array;

/** The few calls this service makes of SQLite; node:sqlite has the same ones. */
export type Connection = {
  readonly isTransaction: boolean;
  exec(text: string): void;
  prepare(text: string): Statement;
  function(
    name: string,
    options: { readonly deterministic?: boolean; readonly varargs?: boolean },
    implementation: (...args: never[]) => Param,
  ): void;
  close(): void;
};

export type Statement = {
  all(...params: readonly Param[]): unknown[];
  get(...params: readonly Param[]): unknown;
  iterate(...params: readonly Param[]): IterableIterator<unknown>;
  run(...params: readonly Param[]): { readonly changes: number; readonly lastInsertRowid: number | bigint };
  setReturnArrays(isArrays: boolean): void;
};

export type ConnectionOptions = { readonly readOnly?: boolean; readonly busyTimeoutMs?: number };

export const usualPatienceMs = 5_000;

export function connect(
  file: string,
  { readOnly = false, busyTimeoutMs = usualPatienceMs }: ConnectionOptions = {},
): Connection {
  try {
    return new DatabaseSync(file, { readOnly, timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  } catch (error) {
    // It does not say which one.
    if (error instanceof Error) error.message = `${file}: ${error.message}`;
    throw error;
  }
}

/**
 * All of the database to a new file, as the connection's transaction sees it, on a thread of libuv. In one step: with
 * several it would begin anew whenever somebody writes, and never end.
 */
export const copyTo = async (connection: Connection, file: string): Promise<void> =>
  void (await backup(connection as DatabaseSyncInstance, file, { rate: -1 }));

const reasons: ReadonlyMap<number, string> = new Map([
  [5, 'the database is busy'],
  [6, 'the database is busy'],
  [8, 'the database cannot be written to'],
  [10, 'the disk failed'],
  [13, 'the disk is full'],
  [14, 'the database cannot be opened'],
]);

/** Why the store is out of reach, in words without path or SQL; null when the error is another one. */
export function unavailableReason(error: unknown): string | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  // The low byte is the primary code; the rest says where it happened.
  return reasons.get(error.errcode & 0xff) ?? null;
}
