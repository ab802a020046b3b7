import type { Account, FeeLimits, Member, Organization, Permission, Prices, Role } from '../../../accounts/account.ts';
import { createUnpacker, packed, selectList } from '../packed-row.ts';
import type { Fields } from '../packed-row.ts';
import { parseShared, parseSharedOrNull } from '../shared-json.ts';

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

export type OrganizationRow = {
  readonly organization_id: string;
  readonly organization_name: string;
  readonly limits: string;
  readonly prices: string;
  readonly organization_collections: string | null;
  readonly organization_created_at_ms: number;
  readonly organization_modified_at_ms: number;
};

export type MemberRow = AccountRow & OrganizationRow;

/** Of `accounts a`. */
export const accountFields: Fields<AccountRow> = {
  account_id: 'a.id',
  organization_id: 'a.organization_id',
  email: 'a.email',
  account_name: 'a.name',
  role: 'a.role',
  account_permissions: 'a.permissions',
  is_active: 'a.is_active',
  account_created_at_ms: 'a.created_at_ms',
  account_modified_at_ms: 'a.modified_at_ms',
};

/** Of `organizations o`, but for its id. */
export const organizationFields: Fields<Omit<OrganizationRow, 'organization_id'>> = {
  organization_name: 'o.name',
  limits: 'o.limits',
  prices: 'o.prices',
  organization_collections: 'o.collections',
  organization_created_at_ms: 'o.created_at_ms',
  organization_modified_at_ms: 'o.modified_at_ms',
};

/** Of `accounts a` and `organizations o`. */
export const memberFields: Fields<MemberRow> = { ...accountFields, ...organizationFields };

export const memberById = `SELECT ${selectList(memberFields)}
  FROM accounts a JOIN organizations o ON o.id = a.organization_id WHERE a.id = $1`;

export function toAccount(row: AccountRow): Account {
  return {
    id: row.account_id,
    organizationId: row.organization_id,
    email: row.email,
    name: row.account_name,
    role: row.role,
    permissions: parseShared(row.account_permissions) as readonly Permission[],
    isActive: row.is_active === 1,
    createdAtMs: row.account_created_at_ms,
    modifiedAtMs: row.account_modified_at_ms,
  };
}

export function toOrganization(row: OrganizationRow): Organization {
  return {
    id: row.organization_id,
    name: row.organization_name,
    limits: parseShared(row.limits) as FeeLimits,
    prices: parseShared(row.prices) as Prices,
    collections: parseSharedOrNull(row.organization_collections) as readonly string[] | null,
    createdAtMs: row.organization_created_at_ms,
    modifiedAtMs: row.organization_modified_at_ms,
  };
}

export const toMember = (row: MemberRow): Member => ({
  account: Object.freeze(toAccount(row)),
  organization: Object.freeze(toOrganization(row)),
});

/** For the reads of every request. */
export const packedMember = packed(memberFields);
export const unpackMember = createUnpacker(memberFields, toMember);
