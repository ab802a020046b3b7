import { WrongMasterKey, openVault } from '../../vault/vault.ts';
import { onDatabase } from './copy-database.ts';

/** Whether what a database holds can be opened: API keys, secrets of buckets and webhooks, mails that wait. */
export type KeyFit = 'fits' | 'does not fit' | 'missing';

export async function keyFit(appFile: string, key: Buffer | null): Promise<KeyFit> {
  if (key === null) return 'missing';
  const wrapped = onDatabase(appFile, (connection) => {
    const row = connection.prepare('SELECT wrapped_key FROM installation WHERE one = 1').get();
    return (row as { wrapped_key: string | null } | undefined)?.wrapped_key ?? null;
  });
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
