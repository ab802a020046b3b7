import { randomBytes, randomUUID } from 'node:crypto';
import { isEmailAddress } from '../shared/email.ts';
import { PlatformError } from '../shared/errors.ts';
import { requireShortText } from '../shared/text-length.ts';
import type { Service } from '../service.ts';
import {
  type Account,
  type Member,
  type Organization,
  type Permission,
  type Role,
  emailKey,
  memberPermissions,
  mostNameLength,
  noPrices,
  unlimited,
} from './account.ts';
import { type Actor, auditEntry } from './audit.ts';
import { newInvitation } from './one-time-links.ts';
import { requireGoodPassword } from './password-rules.ts';
import type { AccountPatch, Ended, Holdings, NewAccount } from './ports.ts';

type Needs = Pick<Service, 'accounts' | 'hasher' | 'clock' | 'config'>;

export type AccountRequest = {
  readonly email: string;
  readonly name?: string;
  readonly role?: Role;
  readonly permissions?: readonly Permission[];
  readonly organizationId?: string;
  readonly organizationName?: string;
  readonly password?: string;
  /** Without a password: send an invitation by mail instead of answering a one-time password. */
  readonly invite?: boolean;
};

export type CreatedAccount = Member & { readonly oneTimePassword?: string; readonly invitationUrl?: string };

/** The records of a new account; alone, it gets an organization of its own. */
export function newAccount(request: AccountRequest, passwordHash: string | null, nowMs: number): NewAccount {
  const times = { createdAtMs: nowMs, modifiedAtMs: nowMs };
  const organizationId = request.organizationId ?? randomUUID();
  const account: Account = {
    id: randomUUID(),
    organizationId,
    email: request.email.trim(),
    name: request.name ?? request.email.trim(),
    role: request.role ?? 'member',
    permissions: request.permissions ?? memberPermissions,
    isActive: true,
    ...times,
  };
  if (request.organizationId !== undefined) return { account, passwordHash };
  const name = request.organizationName ?? account.name;
  const terms = { limits: unlimited, prices: noPrices, collections: null };
  const newOrganization: Organization = { id: organizationId, name, ...terms, ...times };
  return { account, passwordHash, newOrganization };
}

export async function createAccount(service: Needs, actor: Actor, request: AccountRequest): Promise<CreatedAccount> {
  if (!isEmailAddress(request.email.trim()))
    throw new PlatformError('invalid_parameters', `'email' is not an e-mail address`);
  requireShortText('name', request.name, mostNameLength);
  requireShortText('organization', request.organizationName, mostNameLength);
  requireGrantable(request.role ?? 'member', request.permissions);
  if (request.password !== undefined) requireGoodPassword(request.password, request.email, 'password');
  const byInvitation = request.invite === true && request.password === undefined;
  const password = byInvitation ? null : (request.password ?? generatePassword());
  const nowMs = service.clock.nowMs();
  const input = newAccount(request, password === null ? null : await service.hasher.hash(password), nowMs);
  const { account } = input;
  const detail = { email: emailKey(request.email), role: account.role, permissions: account.permissions };
  const entry = auditEntry(actor, nowMs, 'account.create', account.id, detail);
  const invitation = byInvitation ? newInvitation(service, actor, account) : undefined;
  const outcome = await service.accounts.create(input, entry, invitation);
  if (outcome === 'email_taken') throw new PlatformError('conflict', `an account with this 'email' exists`);
  if (outcome === 'organization_unknown')
    throw new PlatformError('invalid_parameters', `'organization_id' is not an organization`);
  const member = await requireAccount(service, account.id);
  if (invitation !== undefined) return { ...member, invitationUrl: invitation.url };
  return request.password === undefined ? { ...member, oneTimePassword: password! } : member;
}

/** Applies all of the patch or nothing; the answer says what a deactivation ended. */
export async function changeAccount(
  service: Needs,
  actor: Actor,
  id: string,
  patch: AccountPatch,
): Promise<Member & { readonly ended?: Ended }> {
  const { account } = await requireAccount(service, id);
  requireShortText('name', patch.account?.name, mostNameLength);
  requireGrantable(patch.account?.role ?? account.role, patch.account?.permissions);
  const entry = (action: string, detail = {}) => auditEntry(actor, service.clock.nowMs(), action, id, detail);
  const outcome = await service.accounts.change(id, patch, {
    account: entry('account.update', patch.account),
    organization: entry('organization.update', patch.organization),
    isActive: entry(patch.isActive === true ? 'account.activate' : 'account.deactivate'),
  });
  if (outcome === 'not_found') throw new PlatformError('not_found');
  if (outcome === 'last_administrator') throw new PlatformError('conflict', 'this is the last active administrator');
  return { ...(await requireAccount(service, id)), ...outcome };
}

/** Given to a member, the permission would be dropped without a word. */
function requireGrantable(role: Role, permissions: readonly Permission[] | undefined): void {
  if (role !== 'admin' && permissions?.includes('admin') === true)
    throw new PlatformError('invalid_parameters', `'permissions' cannot give 'admin': it comes with the role`);
}

/** What a deactivation would end now. */
export async function holdingsOf(service: Pick<Service, 'accounts' | 'clock'>, id: string): Promise<Holdings> {
  const { account } = await requireAccount(service, id);
  return service.accounts.holdings(account.id, service.clock.nowMs());
}

export async function requireAccount(service: Pick<Service, 'accounts'>, id: string): Promise<Member> {
  const member = await service.accounts.byId(id);
  if (member === null) throw new PlatformError('not_found');
  return member;
}

/** 25 characters of 32 that nobody confuses: 125 bits. */
export function generatePassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  const text = [...randomBytes(25)].map((byte) => letters[byte % 32]).join('');
  return text.match(/.{5}/g)!.join('-');
}
