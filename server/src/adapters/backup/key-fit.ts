import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { WrongMasterKey, openVault } from '../../vault/vault.ts';
import { onDatabase } from './copy-database.ts';
import { type Manifest, dumpName } from './manifest.ts';

/** Whether what a database holds can be opened: API keys, secrets of buckets and webhooks, mails that wait. */
export type KeyFit = 'fits' | 'does not fit' | 'missing';

/** The data key in a copy, as the master key wraps it; null where nothing is sealed yet. */
const wrappedKeyIn = (appFile: string): string | null =>
  onDatabase(appFile, (connection) => {
    const row = connection.prepare('SELECT wrapped_key FROM installation WHERE one = 1').get();
    return (row as { wrapped_key: string | null } | undefined)?.wrapped_key ?? null;
  });

export async function keyFit(wrapped: string | null, key: Buffer | null): Promise<KeyFit> {
  if (key === null) return 'missing';
  // Nothing is sealed yet: any key will do.
  if (wrapped === null) return 'fits';
  const store = { load: async () => wrapped, createOnce: async () => wrapped, replace: async () => false };
  try {
    await openVault(store, key);
    return 'fits';
  } catch (error) {
    if (error instanceof WrongMasterKey) return 'does not fit';
    throw error;
  }
}

/** Whether a key opens what a backup holds; null where it has no database. */
export async function fitOfBackup(folder: string, { databases }: Manifest, key: Buffer | null): Promise<KeyFit | null> {
  const dump = databases[dumpName];
  if (dump !== undefined) return keyFit(dump.wrapped_key ?? null, key);
  const file = join(folder, 'app.db');
  return 'app.db' in databases && existsSync(file) ? keyFit(wrappedKeyIn(file), key) : null;
}
