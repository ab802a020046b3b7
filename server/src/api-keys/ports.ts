import type { Member } from '../accounts/account.ts';
import type { AuditEntry } from '../accounts/audit.ts';
import type { Page, PageRequest } from '../shared/page.ts';
import type { ApiKey, LastUsed, Project } from './api-key.ts';

/** A key at rest: `lookup` finds it, `sealed` gives the value back to its owner. */
export type StoredKey = { readonly key: ApiKey; readonly lookup: string; readonly sealed: string };

export type KeyMatch = Member & { readonly key: ApiKey };

export type ApiKeyStore = {
  /**
   * Refuses when the account is no longer active or the project is gone; `owner_changed` when role, permissions or
   * collections are no longer those of the owner that the key's snapshot was taken from.
   */
  create(stored: StoredKey, owner: Member, audit: AuditEntry): Promise<'created' | 'refused' | 'owner_changed'>;
  /** Newest first. */
  list(accountId: string): Promise<readonly StoredKey[]>;
  /** The same in pages. */
  page(accountId: string, page: PageRequest): Promise<Page<StoredKey>>;
  /** The one read of every request with a key. Live or not is for the caller to judge: it has the clock. */
  byLookup(lookup: string): Promise<KeyMatch | null>;
  byId(id: string): Promise<ApiKey | null>;
  /** Deletes those of the ids that are the account's; returns them. The keys are invalid when this resolves. */
  delete(accountId: string, ids: readonly string[], audit: AuditEntry): Promise<readonly string[]>;
  /** Last use by key id, many at once. */
  recordUse(uses: ReadonlyMap<string, LastUsed>): Promise<void>;
};

export type ProjectStore = {
  create(project: Project, audit: AuditEntry): Promise<'created' | 'name_taken'>;
  list(accountId: string): Promise<readonly Project[]>;
  byId(accountId: string, id: string): Promise<Project | null>;
  /** Keys of the project keep working; they were generated for it. */
  delete(accountId: string, id: string, audit: AuditEntry): Promise<boolean>;
};
