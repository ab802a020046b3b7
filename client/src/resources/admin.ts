import { callsOf } from '../calls.ts';
import { type Page, type PageRequest, readObject, readPage } from '../pages.ts';
import { masking } from '../printable.ts';
import { pathOf, withQuery } from '../query.ts';
import type { CallOptions, Sender } from '../transport.ts';
import type {
  Account,
  AccountChange,
  AuditEntry,
  ChangedAccount,
  CreatedAccount,
  Holdings,
  Member,
  NewAccount,
  OrganizationEntry,
} from '../wire/account.ts';
import type { Health } from '../wire/health.ts';

/** For administrators who have signed in; a key administers nothing. */
export type Admin = {
  /** `q` stands in the address or the name. */
  accounts(
    page?: PageRequest & { readonly organization_id?: string; readonly q?: string },
    options?: CallOptions,
  ): Promise<Page<Account>>;
  account(id: string, options?: CallOptions): Promise<Member>;
  /** What a deactivation would end, and what it would leave. */
  holdings(id: string, options?: CallOptions): Promise<Holdings>;
  organizations(page?: PageRequest, options?: CallOptions): Promise<Page<OrganizationEntry>>;
  organization(id: string, options?: CallOptions): Promise<OrganizationEntry>;
  createAccount(account: NewAccount, options?: CallOptions): Promise<CreatedAccount>;
  changeAccount(id: string, change: AccountChange, options?: CallOptions): Promise<ChangedAccount>;
  resetPassword(
    id: string,
    how?: { readonly by_mail?: boolean; readonly password?: string },
    options?: CallOptions,
  ): Promise<{ readonly one_time_password?: string; readonly mailed?: boolean }>;
  audit(page?: PageRequest & { readonly target?: string }, options?: CallOptions): Promise<Page<AuditEntry>>;
  /** Those in force; secrets are masked. */
  settings(options?: CallOptions): Promise<Readonly<Record<string, unknown>>>;
  health(options?: CallOptions): Promise<Health>;
};

const path = '/admin/accounts';

export function admin(sender: Sender): Admin {
  const { get, post, patch } = callsOf(sender);
  return {
    accounts: (page = {}, options) => get(withQuery(path, page), readPage<Account>, options),
    account: (id, options) => get(`${path}${pathOf(id)}`, readMember, options),
    holdings: (id, options) => get(`${path}${pathOf(id, 'holdings')}`, readHoldings, options),
    organizations: (page = {}, options) =>
      get(withQuery('/admin/organizations', page), readPage<OrganizationEntry>, options),
    organization: (id, options) => get(pathOf('admin', 'organizations', id), readOrganization, options),
    createAccount: async (body, options) =>
      masking('Account', await post(path, body, readCreated, options), 'one_time_password', 'invitation_url'),
    changeAccount: (id, body, options) => patch(`${path}${pathOf(id)}`, body, readChanged, options),
    resetPassword: async (id, how = {}, options) => {
      const reset = await post(`${path}${pathOf(id, 'reset-password')}`, how, readReset, options);
      return masking('PasswordReset', reset, 'one_time_password');
    },
    audit: (page = {}, options) => get(withQuery('/admin/audit', page), readPage<AuditEntry>, options),
    settings: (options) => get('/admin/settings', readObject<Readonly<Record<string, unknown>>>(), options),
    health: (options) => get('/admin/health', readHealth, options),
  };
}

const required = ['id', 'email', 'organization'] as const;
const readHoldings = readObject<Holdings>('keys', 'sessions');
const readOrganization = readObject<OrganizationEntry>('id', 'name', 'accounts');
const readHealth = readObject<Health>('version', 'store', 'disk');
const readReset = readObject<{ readonly one_time_password?: string; readonly mailed?: boolean }>();
const readMember = readObject<Member>(...required);
const readCreated = readObject<CreatedAccount>(...required);
const readChanged = readObject<ChangedAccount>(...required);
