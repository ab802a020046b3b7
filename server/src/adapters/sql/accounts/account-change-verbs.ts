import type { FeeLimits, Prices, Role } from '../../../accounts/account.ts';
import type {
  AccountPatch,
  AccountPatchAudit,
  AccountStore,
  Ended,
  OrganizationChange,
} from '../../../accounts/ports.ts';
import { lockAdministrators } from './account-verbs.ts';
import { appendAudit } from './audit-log.ts';
import type { Sql } from '../database.ts';
import { toJsonOrNull } from '../shared-json.ts';

type AccountState = {
  readonly organization_id: string;
  readonly name: string;
  readonly role: Role;
  readonly permissions: string;
  readonly is_active: number;
};

async function isLastAdministrator(sql: Sql, id: string, state: AccountState): Promise<boolean> {
  if (state.role !== 'admin' || state.is_active !== 1) return false;
  const other = await sql.get(`SELECT id FROM accounts WHERE role = 'admin' AND is_active = 1 AND id <> $1 LIMIT 1`, [
    id,
  ]);
  return other === undefined;
}

const lockAccount = (sql: Sql, id: string) =>
  sql.get<AccountState>(
    'SELECT organization_id, name, role, permissions, is_active FROM accounts WHERE id = $1 FOR UPDATE',
    [id],
  );

function patched(state: AccountState, { account = {}, isActive }: AccountPatch): AccountState {
  return {
    organization_id: state.organization_id,
    name: account.name ?? state.name,
    role: account.role ?? state.role,
    permissions: account.permissions === undefined ? state.permissions : JSON.stringify(account.permissions),
    is_active: isActive === undefined ? state.is_active : Number(isActive),
  };
}

async function updateOrganization(sql: Sql, id: string, change: OrganizationChange, nowMs: number): Promise<void> {
  const now = await sql.get<{ name: string; limits: string; prices: string; collections: string | null }>(
    'SELECT name, limits, prices, collections FROM organizations WHERE id = $1 FOR UPDATE',
    [id],
  );
  // Merged with what is stored now, so that two changes of different limits or prices both stay.
  const limits = { ...(JSON.parse(now!.limits) as FeeLimits), ...change.limits };
  const prices = { ...(JSON.parse(now!.prices) as Prices), ...change.prices };
  await sql.run(
    'UPDATE organizations SET name = $2, limits = $3, prices = $4, collections = $5, modified_at_ms = $6 WHERE id = $1',
    [
      id,
      change.name ?? now!.name,
      JSON.stringify(limits),
      JSON.stringify(prices),
      change.collections === undefined ? now!.collections : toJsonOrNull(change.collections),
      nowMs,
    ],
  );
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

async function endCredentials(sql: Sql, id: string, nowMs: number): Promise<Ended> {
  await sql.run('DELETE FROM one_time_links WHERE account_id = $1', [id]);
  return { keys: await endKeys(sql, id, nowMs), sessions: await endSessions(sql, id, nowMs) };
}

type Change = { readonly id: string; readonly patch: AccountPatch; readonly audit: AccountPatchAudit };

async function applyAccount(sql: Sql, { id, patch, audit }: Change, next: AccountState): Promise<void> {
  const { atMs } = patch.account === undefined ? audit.isActive : audit.account;
  await sql.run(
    'UPDATE accounts SET name = $2, role = $3, permissions = $4, is_active = $5, modified_at_ms = $6 WHERE id = $1',
    [id, next.name, next.role, next.permissions, next.is_active, atMs],
  );
  if (patch.account !== undefined) await appendAudit(sql, audit.account);
}

export const accountChangeVerbs = {
  /** Locks administrators, account and organization in this order, and refuses before it writes. */
  async changeAccount(sql: Sql, change: Change): ReturnType<AccountStore['change']> {
    const { id, patch, audit } = change;
    await lockAdministrators(sql);
    const state = await lockAccount(sql, id);
    if (state === undefined) return 'not_found';
    const next = patched(state, patch);
    const administers = next.role === 'admin' && next.is_active === 1;
    if (!administers && (await isLastAdministrator(sql, id, state))) return 'last_administrator';
    if (patch.account !== undefined || patch.isActive !== undefined) await applyAccount(sql, change, next);
    if (patch.organization !== undefined) {
      await updateOrganization(sql, state.organization_id, patch.organization, audit.organization.atMs);
      await appendAudit(sql, audit.organization);
    }
    if (patch.isActive === undefined) return {};
    const ended = patch.isActive ? undefined : await endCredentials(sql, id, audit.isActive.atMs);
    await appendAudit(sql, audit.isActive, ended && { ended });
    return ended === undefined ? {} : { ended };
  },
};
