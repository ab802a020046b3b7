export const roles = ['admin', 'member'] as const;
export type Role = (typeof roles)[number];

export const permissions = ['search', 'select', 'order', 'stream', 'usage', 'catalog:write', 'admin'] as const;
export type Permission = (typeof permissions)[number];

/** Characters of the name of an account or an organization. */
export const mostNameLength = 200;

/** What a customer's account gets unless the administrator says otherwise. */
export const memberPermissions: readonly Permission[] = ['search', 'select', 'order', 'stream', 'usage'];

/** Imagery fee limits in the shape the public clients read; -1 is unlimited. */
export type FeeLimits = {
  readonly annual_subscription_fee_limit: number;
  readonly fresh_imagery_fee_limit: number;
  readonly standard_imagery_fee_limit: number;
  readonly training_imagery_fee_limit: number;
};

export const unlimited: FeeLimits = {
  annual_subscription_fee_limit: -1,
  fresh_imagery_fee_limit: -1,
  standard_imagery_fee_limit: -1,
  training_imagery_fee_limit: -1,
};

/** What a square kilometre costs by the age of its imagery; null where no price is set. */
export type Prices = {
  readonly fresh_imagery_price: number | null;
  readonly standard_imagery_price: number | null;
  readonly training_imagery_price: number | null;
};

export const noPrices: Prices = {
  fresh_imagery_price: null,
  standard_imagery_price: null,
  training_imagery_price: null,
};

/** The customer: holds limits, prices and collection grants; its accounts sign in. */
export type Organization = {
  readonly id: string;
  readonly name: string;
  readonly limits: FeeLimits;
  readonly prices: Prices;
  /** Collections its accounts may see; null means every collection. */
  readonly collections: readonly string[] | null;
  readonly createdAtMs: number;
  readonly modifiedAtMs: number;
};

/** A login: the specification's account. */
export type Account = {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly permissions: readonly Permission[];
  readonly isActive: boolean;
  readonly createdAtMs: number;
  readonly modifiedAtMs: number;
};

/** An account together with its organization: what a credential resolves to. */
export type Member = { readonly account: Account; readonly organization: Organization };

/** What the account holds now, each once; the admin role implies everything. */
export function heldPermissions(account: Pick<Account, 'role' | 'permissions'>): readonly Permission[] {
  return account.role === 'admin'
    ? permissions
    : permissions.filter((each) => each !== 'admin' && account.permissions.includes(each));
}

/** Collections that it may see; null means every collection. */
export const grantsOf = ({ account, organization }: Member): readonly string[] | null =>
  account.role === 'admin' ? null : organization.collections;

/** Addresses are compared without regard to case; the spelling given at creation is kept for display. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
