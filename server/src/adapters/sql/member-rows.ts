import type { Account, FeeLimits, Member, Organization, Permission, Role } from '../../accounts/account.ts';
import { parseShared, parseSharedOrNull } from './shared-json.ts';

export type AccountRow = {
  readonly account_id: string;
  readonly organization_id: string;
  readonly email: string;
  readonly account_name: string;
  readonly role: Role;
  readonly account_permissions: string;
  readonly is_active: number;
  readonly account_created_at_ms: number;
  readonly account_modified_at_ms: number;
};

export type MemberRow = AccountRow & {
  readonly organization_name: string;
  readonly limits: string;
  readonly organization_collections: string | null;
  readonly organization_created_at_ms: number;
  readonly organization_modified_at_ms: number;
};

/** Of `accounts a`. */
export const accountColumns = `a.id AS account_id, a.organization_id, a.email, a.name AS account_name, a.role,
  a.permissions AS account_permissions, a.is_active, a.created_at_ms AS account_created_at_ms,
  a.modified_at_ms AS account_modified_at_ms`;

/** Of `accounts a` and `organizations o`. */
export const memberColumns = `${accountColumns}, o.name AS organization_name, o.limits,
  o.collections AS organization_collections, o.created_at_ms AS organization_created_at_ms,
  o.modified_at_ms AS organization_modified_at_ms`;

export const memberById = `SELECT ${memberColumns}
  FROM accounts a JOIN organizations o ON o.id = a.organization_id WHERE a.id = $1`;

export function toAccount(row: AccountRow): Account {
  return {
    id: row.account_id,
    organizationId: row.organization_id,
    email: row.email,
    name: row.account_name,
    role: row.role,
    permissions: parseShared<readonly Permission[]>(row.account_permissions),
    isActive: row.is_active === 1,
    createdAtMs: row.account_created_at_ms,
    modifiedAtMs: row.account_modified_at_ms,
  };
}

function toOrganization(row: MemberRow): Organization {
  return {
    id: row.organization_id,
    name: row.organization_name,
    limits: parseShared<FeeLimits>(row.limits),
    collections: parseSharedOrNull<readonly string[]>(row.organization_collections),
    createdAtMs: row.organization_created_at_ms,
    modifiedAtMs: row.organization_modified_at_ms,
  };
}

export const toMember = (row: MemberRow): Member => ({ account: toAccount(row), organization: toOrganization(row) });
