import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  type Account,
  memberPermissions,
  noPrices,
  type Organization,
  unlimited,
} from '../../server/src/accounts/account.ts';
import { type AuditEntry, auditEntry, serviceItself } from '../../server/src/accounts/audit.ts';
import type { AccountPatchAudit, NewAccount, OneTimeLink, Session } from '../../server/src/accounts/ports.ts';
import type { ApiKey } from '../../server/src/api-keys/api-key.ts';
import type { StoredKey } from '../../server/src/api-keys/ports.ts';
import { createAccountStore } from '../../server/src/adapters/sql/accounts/accounts.ts';
import { createApiKeyStore } from '../../server/src/adapters/sql/api-keys/api-keys.ts';
import type { Database } from '../../server/src/adapters/sql/database.ts';
import { createVault } from '../../server/src/vault/vault.ts';

/** The moment at which every test happens. */
export const now = Date.UTC(2026, 4, 1, 12);
export const day = 86_400_000;
export const vault = createVault(Buffer.alloc(32, 7));

export const hash = (): string => createHash('sha256').update(randomBytes(16)).digest('base64url');
export const audit = (action = 'test', targetId: string | null = null, atMs = now): AuditEntry =>
  auditEntry(serviceItself, atMs, action, targetId);

/** One entry for each kind of change, as a use case passes them. */
export const patchAudit = (...entry: Parameters<typeof audit>): AccountPatchAudit => ({
  account: audit(...entry),
  organization: audit(...entry),
  isActive: audit(...entry),
});

export function organization(change: Partial<Organization> = {}): Organization {
  return {
    id: randomUUID(),
    name: 'Örebro Survey',
    limits: unlimited,
    prices: noPrices,
    collections: null,
    createdAtMs: now,
    modifiedAtMs: now,
    ...change,
  };
}

/** A login with an organization of its own. */
export function newAccount(change: Partial<Account> = {}, passwordHash: string | null = 'hash'): NewAccount {
  const newOrganization = organization();
  const account: Account = {
    id: randomUUID(),
    organizationId: newOrganization.id,
    email: `${randomUUID()}@example.com`,
    name: 'Ada',
    role: 'member',
    permissions: memberPermissions,
    isActive: true,
    createdAtMs: now,
    modifiedAtMs: now,
    ...change,
  };
  return { account, passwordHash, newOrganization };
}

/** Stores a login and returns it. */
export async function addAccount(db: Database, change: Partial<Account> = {}): Promise<Account> {
  const input = newAccount(change);
  const outcome = await createAccountStore(db, vault).create(input, audit());
  if (outcome !== 'created') throw new Error(outcome);
  return input.account;
}

export function storedKey(accountId: string, change: Partial<ApiKey> = {}): StoredKey {
  const key: ApiKey = {
    id: randomUUID(),
    accountId,
    name: null,
    description: null,
    project: null,
    permissions: ['search', 'usage'],
    isRestricted: false,
    collections: null,
    createdAtMs: now,
    expiresAtMs: now + 180 * day,
    endedAtMs: null,
    lastUsed: null,
    ...change,
  };
  return { key, lookup: hash(), sealed: vault.seal('the key', key.id) };
}

/** Stores a key for its owner as the owner is now. */
export async function addKey(db: Database, stored: StoredKey) {
  const owner = await createAccountStore(db, vault).byId(stored.key.accountId);
  const nobody = { account: newAccount().account, organization: organization() };
  return createApiKeyStore(db).create(stored, owner ?? nobody, audit());
}

export const mailTo = (to: string) => ({ to, subject: 'Subject', text: 'Text', html: '<p>Text</p>' });

export function session(accountId: string, change: Partial<Session> = {}): Session {
  return {
    id: randomUUID(),
    accountId,
    kind: 'grant',
    cookieHash: null,
    createdAtMs: now,
    expiresAtMs: now + 30 * day,
    ...change,
  };
}

export const token = (expiresAtMs = now + day / 2) => ({ tokenHash: hash(), expiresAtMs });

export const link = (accountId: string, change: Partial<OneTimeLink> = {}): OneTimeLink => ({
  tokenHash: hash(),
  accountId,
  purpose: 'reset',
  expiresAtMs: now + day,
  ...change,
});

/** Calls `work` many times at once. */
export const atOnce = <T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)));
