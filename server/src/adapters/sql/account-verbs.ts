import { emailKey } from '../../accounts/account.ts';
import type { Organization, Role } from '../../accounts/account.ts';
import type { AuditEntry } from '../../accounts/audit.ts';
import type { AccountChange, Ended, NewAccount, OrganizationChange } from '../../accounts/ports.ts';
import { appendAudit } from './audit-log.ts';
import type { Sql } from './database.ts';
import { toJsonOrNull } from './shared-json.ts';

type Creation = { readonly input: NewAccount; readonly audit: AuditEntry };
type AccountState = { readonly name: string; readonly role: Role; readonly permissions: string; is_active: number };

async function insertOrganization(sql: Sql, organization: Organization): Promise<void> {
  const { id, name, limits, collections, createdAtMs, modifiedAtMs } = organization;
  await sql.run(
    `INSERT INTO organizations (id, name, limits, collections, created_at_ms, modified_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [id, name, JSON.stringify(limits), toJsonOrNull(collections), createdAtMs, modifiedAtMs],
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

async function createAccount(sql: Sql, { input, audit }: Creation) {
  const { account, newOrganization } = input;
  if (newOrganization !== undefined) await insertOrganization(sql, newOrganization);
  const organization = await sql.get('SELECT id FROM organizations WHERE id = $1 FOR KEY SHARE', [
    account.organizationId,
  ]);
  if (organization === undefined) return 'organization_unknown' as const;
  if (await insertAccount(sql, input)) {
    await appendAudit(sql, audit);
    return 'created' as const;
  }
  // Nothing of a refused creation may stay behind.
  if (newOrganization !== undefined) await sql.run('DELETE FROM organizations WHERE id = $1', [newOrganization.id]);
  return 'email_taken' as const;
}

/** Held while administrators are counted, so that two of them cannot step down at the same moment. */
const lockAdministrators = (sql: Sql) => sql.get('SELECT one FROM installation WHERE one = 1 FOR UPDATE');

async function isLastAdministrator(sql: Sql, id: string, state: AccountState): Promise<boolean> {
  if (state.role !== 'admin' || state.is_active !== 1) return false;
  const other = await sql.get(`SELECT id FROM accounts WHERE role = 'admin' AND is_active = 1 AND id <> $1 LIMIT 1`, [
    id,
  ]);
  return other === undefined;
}

const lockAccount = (sql: Sql, id: string) =>
  sql.get<AccountState>('SELECT name, role, permissions, is_active FROM accounts WHERE id = $1 FOR UPDATE', [id]);

async function updateAccount(sql: Sql, input: { id: string; change: AccountChange; audit: AuditEntry }) {
  const { id, change, audit } = input;
  await lockAdministrators(sql);
  const state = await lockAccount(sql, id);
  if (state === undefined) return 'not_found' as const;
  if (change.role === 'member' && (await isLastAdministrator(sql, id, state))) return 'last_administrator' as const;
  await sql.run('UPDATE accounts SET name = $2, role = $3, permissions = $4, modified_at_ms = $5 WHERE id = $1', [
    id,
    change.name ?? state.name,
    change.role ?? state.role,
    change.permissions === undefined ? state.permissions : JSON.stringify(change.permissions),
    audit.atMs,
  ]);
  await appendAudit(sql, audit);
  return 'updated' as const;
}

async function updateOrganization(sql: Sql, input: { id: string; change: OrganizationChange; audit: AuditEntry }) {
  const { id, change, audit } = input;
  const now = await sql.get<{ name: string; limits: string; collections: string | null }>(
    'SELECT name, limits, collections FROM organizations WHERE id = $1 FOR UPDATE',
    [id],
  );
  if (now === undefined) return false;
  await sql.run(
    'UPDATE organizations SET name = $2, limits = $3, collections = $4, modified_at_ms = $5 WHERE id = $1',
    [
      id,
      change.name ?? now.name,
      change.limits === undefined ? now.limits : JSON.stringify(change.limits),
      change.collections === undefined ? now.collections : toJsonOrNull(change.collections),
      audit.atMs,
    ],
  );
  await appendAudit(sql, audit);
  return true;
}

// Expired keys are ended too, in case another node's clock is behind, but only live ones are counted.
async function endKeys(sql: Sql, accountId: string, nowMs: number): Promise<number> {
  const end = 'UPDATE api_keys SET ended_at_ms = $2 WHERE account_id = $1 AND ended_at_ms IS NULL';
  const live = await sql.run(`${end} AND expires_at_ms > $2`, [accountId, nowMs]);
  await sql.run(end, [accountId, nowMs]);
  return live;
}

async function endSessions(sql: Sql, accountId: string, nowMs: number): Promise<number> {
  const live = await sql.run('DELETE FROM sessions WHERE account_id = $1 AND expires_at_ms > $2', [accountId, nowMs]);
  await sql.run('DELETE FROM sessions WHERE account_id = $1', [accountId]);
  return live;
}

async function deactivateAccount(
  sql: Sql,
  { id, audit }: { id: string; audit: AuditEntry },
): Promise<Ended | 'not_found' | 'last_administrator'> {
  await lockAdministrators(sql);
  const state = await lockAccount(sql, id);
  if (state === undefined) return 'not_found';
  if (await isLastAdministrator(sql, id, state)) return 'last_administrator';
  await sql.run('UPDATE accounts SET is_active = 0, modified_at_ms = $2 WHERE id = $1', [id, audit.atMs]);
  await sql.run('DELETE FROM one_time_links WHERE account_id = $1', [id]);
  const ended = { keys: await endKeys(sql, id, audit.atMs), sessions: await endSessions(sql, id, audit.atMs) };
  await appendAudit(sql, audit, { ended });
  return ended;
}

export const accountVerbs = {
  createAccount,
  updateAccount,
  updateOrganization,
  deactivateAccount,

  async createFirstAdministrator(sql: Sql, creation: Creation): Promise<boolean> {
    await lockAdministrators(sql);
    const present = await sql.get(`SELECT id FROM accounts WHERE role = 'admin' AND is_active = 1 LIMIT 1`);
    return present === undefined && (await createAccount(sql, creation)) === 'created';
  },

  async activateAccount(sql: Sql, { id, audit }: { id: string; audit: AuditEntry }): Promise<boolean> {
    const found = await sql.run('UPDATE accounts SET is_active = 1, modified_at_ms = $2 WHERE id = $1', [
      id,
      audit.atMs,
    ]);
    if (found === 0) return false;
    await appendAudit(sql, audit);
    return true;
  },
};
