import type { Member } from '../../../accounts/account.ts';
import type { AuditEntry } from '../../../accounts/audit.ts';
import type { LastUsed } from '../../../api-keys/api-key.ts';
import type { ApiKeyStore, StoredKey } from '../../../api-keys/ports.ts';
import { appendAudit } from '../accounts/audit-log.ts';
import type { Sql } from '../database.ts';
import { holdActiveAccount } from '../accounts/session-verbs.ts';
import { toJsonOrNull } from '../shared-json.ts';

const idsAtOnce = 100;
const idList = Array.from({ length: idsAtOnce }, (_, index) => `$${index + 2}`).join(', ');
const deleteListed = `DELETE FROM api_keys WHERE account_id = $1 AND id IN (${idList}) RETURNING id`;

async function projectIsThere(sql: Sql, accountId: string, project: string | null): Promise<boolean> {
  if (project === null) return true;
  const row = await sql.get('SELECT id FROM projects WHERE id = $1 AND account_id = $2 FOR SHARE', [
    project,
    accountId,
  ]);
  return row !== undefined;
}

/** For an account that is held already; holds its organization too, so that the grants cannot change in between. */
async function isStillAsRead(sql: Sql, accountId: string, { account, organization }: Member): Promise<boolean> {
  const now = await sql.get<{ role: string; permissions: string; organization_id: string }>(
    'SELECT role, permissions, organization_id FROM accounts WHERE id = $1',
    [accountId],
  );
  const granted = await sql.get<{ collections: string | null }>(
    'SELECT collections FROM organizations WHERE id = $1 FOR SHARE',
    [now!.organization_id],
  );
  return (
    now!.role === account.role &&
    now!.permissions === JSON.stringify(account.permissions) &&
    granted!.collections === toJsonOrNull(organization.collections)
  );
}

// Short lists are filled up with the last id, so that there is one statement to prepare.
function filledUp(ids: readonly string[]): readonly string[] {
  return Array.from({ length: idsAtOnce }, (_, index) => ids[Math.min(index, ids.length - 1)]!);
}

export const apiKeyVerbs = {
  async createKey(
    sql: Sql,
    input: { stored: StoredKey; owner: Member; audit: AuditEntry },
  ): ReturnType<ApiKeyStore['create']> {
    const { key, lookup, sealed } = input.stored;
    if (!(await holdActiveAccount(sql, key.accountId, null))) return 'refused';
    if (!(await isStillAsRead(sql, key.accountId, input.owner))) return 'owner_changed';
    if (!(await projectIsThere(sql, key.accountId, key.project))) return 'refused';
    await sql.run(
      `INSERT INTO api_keys (id, lookup, account_id, name, description, project, permissions, is_restricted,
         collections, sealed, created_at_ms, expires_at_ms, ended_at_ms)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        key.id,
        lookup,
        key.accountId,
        key.name,
        key.description,
        key.project,
        JSON.stringify(key.permissions),
        key.isRestricted ? 1 : 0,
        toJsonOrNull(key.collections),
        sealed,
        key.createdAtMs,
        key.expiresAtMs,
        key.endedAtMs,
      ],
    );
    await appendAudit(sql, input.audit);
    return 'created';
  },

  async deleteKeys(
    sql: Sql,
    input: { accountId: string; ids: readonly string[]; audit: AuditEntry },
  ): Promise<readonly string[]> {
    const deleted: string[] = [];
    // Sorted, so that two transactions take the same rows in the same order.
    const ids = [...new Set(input.ids)].sort();
    for (let start = 0; start < ids.length; start += idsAtOnce) {
      const some = filledUp(ids.slice(start, start + idsAtOnce));
      const rows = await sql.all<{ id: string }>(deleteListed, [input.accountId, ...some]);
      deleted.push(...rows.map(({ id }) => id));
    }
    if (deleted.length > 0) await appendAudit(sql, input.audit, { ids: deleted });
    return deleted;
  },

  async recordKeyUses(sql: Sql, uses: ReadonlyMap<string, LastUsed>): Promise<void> {
    const sorted = [...uses].sort(([one], [other]) => (one < other ? -1 : 1));
    for (const [id, use] of sorted)
      // Selects the key, so that a use noted after the key's deletion is nothing and not an error.
      await sql.run(
        `INSERT INTO api_key_uses (key_id, used_at_ms, address, agent)
         SELECT id, CAST($2 AS BIGINT), $3, $4 FROM api_keys WHERE id = $1 FOR KEY SHARE
         ON CONFLICT (key_id) DO UPDATE SET
           used_at_ms = excluded.used_at_ms, address = excluded.address, agent = excluded.agent
         WHERE api_key_uses.used_at_ms <= excluded.used_at_ms`,
        [id, use.atMs, use.address, use.agent],
      );
  },
};
