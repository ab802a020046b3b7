import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Permission, heldPermissions } from '../accounts/account.ts';
import { type Actor, auditEntry } from '../accounts/audit.ts';
import type { Member } from '../accounts/account.ts';
import { PlatformError } from '../shared/errors.ts';
import type { Page, PageRequest } from '../shared/page.ts';
import { requireShortText } from '../shared/text-length.ts';
import type { Service } from '../service.ts';
import { type ApiKey, mostKeyText } from './api-key.ts';
import { expirationMs } from './expiration-date.ts';
import { generateKeyText } from './key-text.ts';
import type { StoredKey } from './ports.ts';
import { keyLookup } from './verify-key.ts';

type Needs = Pick<Service, 'accounts' | 'apiKeys' | 'projects' | 'vault' | 'clock' | 'config' | 'log'>;

const mostAttempts = 3;

export type KeyRequest = {
  readonly name?: string | null;
  readonly description?: string | null;
  readonly expirationDate?: string | null;
  readonly project?: string | null;
  readonly permissions?: readonly Permission[] | null;
};

/** A key with its value, for its owner's eyes alone. */
export type OpenKey = ApiKey & { readonly text: string };

/** In a list a value may be lost: damaged at rest, or sealed by another installation. */
export type ListedKey = ApiKey & { readonly text: string | null };

/** The sealed value belongs to one account and one key: moved to another row it does not open. */
const sealContext = (accountId: string, keyId: string) => `api-key v1 ${accountId} ${keyId}`;

/** Takes the snapshot anew when the owner's grants change under it. */
export async function createKey(service: Needs, owner: Member, actor: Actor, request: KeyRequest): Promise<OpenKey> {
  let now: Member | null = owner;
  for (let attempt = 0; attempt < mostAttempts && now !== null; attempt += 1) {
    const made = await tryToCreate(service, now, actor, request);
    if (made !== 'owner_changed') return made;
    now = await service.accounts.byId(owner.account.id);
  }
  throw new PlatformError('conflict', 'the account is being changed');
}

async function tryToCreate(service: Needs, owner: Member, actor: Actor, request: KeyRequest) {
  const key = await newKey(service, owner, request);
  const text = generateKeyText(service.config.SWATH_KEY_PREFIX);
  const stored = {
    key,
    lookup: keyLookup(service, text),
    sealed: service.vault.seal(text, sealContext(key.accountId, key.id)),
  };
  const entry = auditEntry(actor, key.createdAtMs, 'api-key.create', key.id, {
    permissions: key.permissions,
    project: key.project,
  });
  const outcome = await service.apiKeys.create(stored, owner, entry);
  if (outcome === 'refused') throw new PlatformError('unauthorized');
  return outcome === 'created' ? { ...key, text } : outcome;
}

async function newKey(service: Needs, { account, organization }: Member, request: KeyRequest): Promise<ApiKey> {
  requireShortText('name', request.name, mostKeyText);
  requireShortText('description', request.description, mostKeyText);
  const nowMs = service.clock.nowMs();
  return {
    id: randomUUID(),
    accountId: account.id,
    name: request.name ?? null,
    description: request.description ?? null,
    project: await knownProject(service, account.id, request.project),
    permissions: snapshot(heldPermissions(account), request.permissions),
    isRestricted: (request.permissions ?? null) !== null,
    collections: account.role === 'admin' ? null : organization.collections,
    createdAtMs: nowMs,
    expiresAtMs: expirationMs(request.expirationDate, nowMs),
    endedAtMs: null,
    lastUsed: null,
  };
}

/** The specification has the list return the values, so they are opened here. */
export const listKeys = async (service: Needs, accountId: string): Promise<readonly ListedKey[]> =>
  openAll(service, await service.apiKeys.list(accountId));

export async function pageOfKeys(service: Needs, accountId: string, page: PageRequest): Promise<Page<ListedKey>> {
  const { data, ...rest } = await service.apiKeys.page(accountId, page);
  return { data: await openAll(service, data), ...rest };
}

async function openAll(service: Needs, stored: readonly StoredKey[]): Promise<readonly ListedKey[]> {
  const keys: ListedKey[] = [];
  for (const [index, { key, sealed }] of stored.entries()) {
    // Keys are unlimited: others get their turn while thousands are opened.
    if (index % 200 === 199) await setImmediate();
    keys.push({ ...key, text: openText(service, key, sealed) });
  }
  return keys;
}

/** One value that does not open must not hide the other keys. */
function openText({ vault, log }: Needs, { id, accountId }: ApiKey, sealed: string): string | null {
  try {
    return vault.open(sealed, sealContext(accountId, id));
  } catch {
    log.warn('the value of an API key cannot be opened', { key: id, account: accountId });
    return null;
  }
}

/** A foreign id is indistinguishable from one that does not exist. */
export async function deleteKey(service: Needs, accountId: string, actor: Actor, id: string): Promise<void> {
  const deleted = await deleteKeys(service, accountId, actor, [id]);
  if (deleted.length === 0) throw new PlatformError('not_found');
}

/** Ids that are not the caller's are ignored. */
export function deleteKeys(service: Needs, accountId: string, actor: Actor, ids: readonly string[]) {
  const entry = auditEntry(actor, service.clock.nowMs(), 'api-key.delete', ids.length === 1 ? ids[0]! : null, { ids });
  return service.apiKeys.delete(accountId, ids, entry);
}

/** A key never administers, and never holds more than its account did. */
function snapshot(held: readonly Permission[], asked: readonly Permission[] | null | undefined): readonly Permission[] {
  const grantable: readonly Permission[] = held.filter((permission) => permission !== 'admin');
  const beyond = (asked ?? []).filter((permission) => !grantable.includes(permission));
  if (beyond.length > 0)
    throw new PlatformError('invalid_parameters', `'permissions' must be held by the account: ${beyond.join(', ')}`);
  return asked === null || asked === undefined
    ? grantable
    : grantable.filter((permission) => asked.includes(permission));
}

async function knownProject(service: Needs, accountId: string, project: string | null | undefined) {
  if (project === null || project === undefined) return null;
  if ((await service.projects.byId(accountId, project)) === null)
    throw new PlatformError('invalid_parameters', `'project' is not a project of this account`);
  return project;
}
