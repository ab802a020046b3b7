import { randomBytes, randomUUID } from 'node:crypto';
import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import {
  type Account,
  type Member,
  type Organization,
  type Permission,
  type Role,
  emailKey,
  memberPermissions,
  unlimited,
} from './account.ts';
import { type Actor, auditEntry } from './audit.ts';
import { invite } from './one-time-links.ts';
import { requireGoodPassword } from './password-rules.ts';
import type { AccountChange, Ended, NewAccount, OrganizationChange } from './ports.ts';

type Needs = Pick<Service, 'accounts' | 'hasher' | 'clock' | 'oneTimeLinks' | 'config'>;

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
  const newOrganization: Organization = { id: organizationId, name, limits: unlimited, collections: null, ...times };
  return { account, passwordHash, newOrganization };
}

export async function createAccount(service: Needs, actor: Actor, request: AccountRequest): Promise<CreatedAccount> {
  if (!/^[^\s@]+@[^\s@]+$/.test(request.email.trim()) || request.email.length > 320)
    throw new PlatformError('invalid_parameters', `'email' is not an e-mail address`);
  if (request.password !== undefined) requireGoodPassword(request.password, request.email, 'password');
  const byInvitation = request.invite === true && request.password === undefined;
  const password = byInvitation ? null : (request.password ?? generatePassword());
  const nowMs = service.clock.nowMs();
  const input = newAccount(request, password === null ? null : await service.hasher.hash(password), nowMs);
  const detail = { email: emailKey(request.email), role: input.account.role, permissions: input.account.permissions };
  const outcome = await service.accounts.create(
    input,
    auditEntry(actor, nowMs, 'account.create', input.account.id, detail),
  );
  if (outcome === 'email_taken') throw new PlatformError('conflict', `an account with this 'email' exists`);
  if (outcome === 'organization_unknown')
    throw new PlatformError('invalid_parameters', `'organization_id' is not an organization`);
  const member = await requireAccount(service, input.account.id);
  if (byInvitation) return { ...member, invitationUrl: await invite(service, actor, member) };
  return request.password === undefined ? { ...member, oneTimePassword: password! } : member;
}

export type AccountPatch = AccountChange & { readonly isActive?: boolean; readonly organization?: OrganizationChange };

/** Applies what is given; deactivation comes last, so that its answer says what it ended. */
export async function changeAccount(
  service: Needs,
  actor: Actor,
  id: string,
  patch: AccountPatch,
): Promise<Member & { readonly ended?: Ended }> {
  const { isActive, organization, ...change } = patch;
  const { account } = await requireAccount(service, id);
  const entry = (action: string, detail = {}) => auditEntry(actor, service.clock.nowMs(), action, id, detail);
  if (Object.keys(change).length > 0)
    refuseLastAdministrator(await service.accounts.update(id, change, entry('account.update', change)));
  if (organization !== undefined)
    await service.accounts.updateOrganization(
      account.organizationId,
      organization,
      entry('organization.update', organization),
    );
  if (isActive === true) await service.accounts.activate(id, entry('account.activate'));
  if (isActive !== false) return requireAccount(service, id);
  const ended = refuseLastAdministrator(await service.accounts.deactivate(id, entry('account.deactivate')));
  return { ...(await requireAccount(service, id)), ended };
}

export async function requireAccount(service: Pick<Service, 'accounts'>, id: string): Promise<Member> {
  const member = await service.accounts.byId(id);
  if (member === null) throw new PlatformError('not_found');
  return member;
}

function refuseLastAdministrator<T>(outcome: T | 'not_found' | 'last_administrator'): T {
  if (outcome === 'not_found') throw new PlatformError('not_found');
  if (outcome === 'last_administrator') throw new PlatformError('conflict', 'this is the last active administrator');
  return outcome;
}

/** 25 characters of 32 that nobody confuses: 125 bits. */
export function generatePassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  const text = [...randomBytes(25)].map((byte) => letters[byte % 32]).join('');
  return text.match(/.{5}/g)!.join('-');
}
