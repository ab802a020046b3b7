import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type SqliteCatalog, openSqliteCatalog } from '../../../server/src/adapters/sqlite/catalog/open.ts';

/** The path of a catalogue file in a folder that goes with the test. */
export function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'swath-catalogue-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'catalog.db');
}

/** Closed with the test, where the test has not done it. */
export async function open(
  file: string,
  declared: readonly string[] = [],
  more: { readonly busyTimeoutMs?: number; readonly summarised?: readonly string[] } = {},
): Promise<SqliteCatalog> {
  const opened = await openSqliteCatalog(file, { declared, readers: 1, ...more });
  onTestFinished(() => opened.close());
  return opened;
}
