import { emailKey } from '../../../accounts/account.ts';
import type { Organization } from '../../../accounts/account.ts';
import type { AuditEntry } from '../../../accounts/audit.ts';
import type { NewAccount } from '../../../accounts/ports.ts';
import { appendAudit } from './audit-log.ts';
import type { Sql } from '../database.ts';
import { type StoredLink, insertLink } from './one-time-link-verbs.ts';
import { toJsonOrNull } from '../shared-json.ts';

type Creation = { readonly input: NewAccount; readonly audit: AuditEntry; readonly invitation?: StoredLink };

async function insertOrganization(sql: Sql, organization: Organization): Promise<void> {
  const { id, name, limits, prices, collections, createdAtMs, modifiedAtMs } = organization;
  await sql.run(
    `INSERT INTO organizations (id, name, limits, prices, collections, created_at_ms, modified_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, name, JSON.stringify(limits), JSON.stringify(prices), toJsonOrNull(collections), createdAtMs, modifiedAtMs],
  );
}

async function insertAccount(sql: Sql, { account, passwordHash }: NewAccount): Promise<boolean> {
  const inserted = await sql.run(
    `INSERT INTO accounts (id, organization_id, email, email_key, name, role, permissions, is_active, password_hash,
       created_at_ms, modified_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (email_key) DO NOTHING`,
    [
      account.id,
      account.organizationId,
      account.email,
      emailKey(account.email),
      account.name,
      account.role,
      JSON.stringify(account.permissions),
      account.isActive ? 1 : 0,
      passwordHash,
      account.createdAtMs,
      account.modifiedAtMs,
    ],
  );
  return inserted === 1;
}

async function createAccount(sql: Sql, { input, audit, invitation }: Creation) {
  const { account, newOrganization } = input;
  if (newOrganization !== undefined) await insertOrganization(sql, newOrganization);
  const organization = await sql.get('SELECT id FROM organizations WHERE id = $1 FOR KEY SHARE', [
    account.organizationId,
  ]);
  if (organization === undefined) return 'organization_unknown' as const;
  if (await insertAccount(sql, input)) {
    await appendAudit(sql, audit);
    if (invitation !== undefined) await insertLink(sql, invitation);
    return 'created' as const;
  }
  // Nothing of a refused creation may stay behind.
  if (newOrganization !== undefined) await sql.run('DELETE FROM organizations WHERE id = $1', [newOrganization.id]);
  return 'email_taken' as const;
}

/** Held while administrators are counted, so that two of them cannot step down at the same moment. */
export const lockAdministrators = (sql: Sql) => sql.get('SELECT one FROM installation WHERE one = 1 FOR UPDATE');

export const anAdministrator = `SELECT id FROM accounts WHERE role = 'admin' AND is_active = 1 LIMIT 1`;

export const accountVerbs = {
  createAccount,

  async createFirstAdministrator(sql: Sql, creation: Creation): Promise<boolean> {
    await lockAdministrators(sql);
    const present = await sql.get(anAdministrator);
    return present === undefined && (await createAccount(sql, creation)) === 'created';
  },
};
