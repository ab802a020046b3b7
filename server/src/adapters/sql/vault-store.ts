import type { VaultStore } from '../../vault/ports.ts';
import type { Database, Sql } from './database.ts';

const load = 'SELECT wrapped_key FROM installation WHERE one = 1';
type WrappedRow = { readonly wrapped_key: string | null };

export const vaultVerbs = {
  async createWrappedKey(sql: Sql, wrapped: string): Promise<string> {
    await sql.run('UPDATE installation SET wrapped_key = $1 WHERE wrapped_key IS NULL', [wrapped]);
    const row = await sql.get<WrappedRow>(load);
    return row?.wrapped_key ?? wrapped;
  },

  async replaceWrappedKey(sql: Sql, { from, to }: { from: string; to: string }): Promise<boolean> {
    return (await sql.run('UPDATE installation SET wrapped_key = $2 WHERE wrapped_key = $1', [from, to])) === 1;
  },
};

export function createVaultStore(db: Database): VaultStore {
  return {
    load: async () => (await db.read.get<WrappedRow>(load))?.wrapped_key ?? null,
    createOnce: (wrapped) => db.write('createWrappedKey', wrapped),
    replace: (from, to) => db.write('replaceWrappedKey', { from, to }),
  };
}
