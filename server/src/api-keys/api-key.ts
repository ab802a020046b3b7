import type { Permission } from '../accounts/account.ts';

/** Characters of a name or a description: the list returns every key whole, so that what a key carries is bounded. */
export const mostKeyText = 10_000;

/** A key as its owner may see it; the value is opened only for the owner's list. */
export type ApiKey = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly project: string | null;
  /** Snapshot at creation: later changes to the account neither add to it nor take from it. */
  readonly permissions: readonly Permission[];
  /** True when the caller asked for a subset, so that the record shows it. */
  readonly isRestricted: boolean;
  readonly collections: readonly string[] | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** Set when the account was deactivated: such a key never works again. */
  readonly endedAtMs: number | null;
  readonly lastUsed: LastUsed | null;
};

export type LastUsed = { readonly atMs: number; readonly address: string; readonly agent: string };

export type Project = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly createdAtMs: number;
};
