import type { Page, PageRequest } from '../shared/page.ts';
import type { Mail } from '../notifications/mail.ts';
import type { Account, FeeLimits, Member, Organization, Permission, Prices, Role } from './account.ts';
import type { AuditEntry } from './audit.ts';

export type NewAccount = {
  readonly account: Account;
  readonly passwordHash: string | null;
  /** A new organization for this account alone; absent when it joins an existing one. */
  readonly newOrganization?: Organization;
};

export type AccountChange = {
  readonly name?: string;
  readonly role?: Role;
  readonly permissions?: readonly Permission[];
};

export type OrganizationChange = {
  readonly name?: string;
  /** Those given; the others stay. */
  readonly limits?: Partial<FeeLimits>;
  /** Those given; the others stay. */
  readonly prices?: Partial<Prices>;
  readonly collections?: readonly string[] | null;
};

/** What to change of an account and of its organization; a kind that is absent stays as it is. */
export type AccountPatch = {
  readonly account?: AccountChange;
  readonly organization?: OrganizationChange;
  readonly isActive?: boolean;
};

/** One entry for each kind of change; those of kinds that the patch leaves alone are not written. */
export type AccountPatchAudit = Readonly<Record<keyof AccountPatch, AuditEntry>>;

/** What a deactivation ended, for the answer and the audit. */
export type Ended = { readonly keys: number; readonly sessions: number };

/** What a deactivation would end (keys and sessions), what goes on (orders), and what waits (saved searches). */
export type Holdings = Ended & { readonly runningOrders: number; readonly savedSearches: number };

export type OrganizationEntry = {
  readonly organization: Organization;
  readonly accounts: number;
  readonly activeAccounts: number;
};

export type PasswordReplacement = {
  /** Queued with the change. */
  readonly mail?: Mail;
  /** The session that lives on. */
  readonly keepSessionId?: string;
  /** Refuses when the stored hash is no longer this one. */
  readonly expectedHash?: string;
};

export type AccountFilter = {
  readonly organizationId?: string;
  /** Stands in the address or in the name, whatever the case. */
  readonly contains?: string;
};

export type AccountStore = {
  /** With an invitation, its link and mail are stored together with the account. */
  create(
    input: NewAccount,
    audit: AuditEntry,
    invitation?: Invitation,
  ): Promise<'created' | 'email_taken' | 'organization_unknown'>;
  /** Creates it only while no active administrator exists, so that two nodes cannot both make the first one. */
  createFirstAdministrator(input: NewAccount, audit: AuditEntry): Promise<boolean>;
  hasActiveAdministrator(): Promise<boolean>;
  byId(id: string): Promise<Member | null>;
  organizationById(id: string): Promise<Organization | null>;
  /** For sign-in alone: the one read that returns the password hash. */
  credentialsByEmail(email: string): Promise<(Member & { passwordHash: string | null }) | null>;
  /** Newest first, by creation time and id. */
  list(page: PageRequest & AccountFilter): Promise<Page<Account>>;
  /** Newest first. */
  organizations(page: PageRequest): Promise<Page<OrganizationEntry>>;
  organizationEntry(id: string): Promise<OrganizationEntry | null>;
  /** Live ones alone. */
  holdings(id: string, nowMs: number): Promise<Holdings>;
  /**
   * All of the patch or nothing: it refuses to take the last active administrator. A deactivation ends every session
   * and key of the account for good.
   */
  change(
    id: string,
    patch: AccountPatch,
    audit: AccountPatchAudit,
  ): Promise<{ readonly ended?: Ended } | 'not_found' | 'last_administrator'>;
  /** Ends the account's sessions but the kept one, and its unused one-time links; false when it is refused. */
  setPassword(id: string, passwordHash: string, audit: AuditEntry, options?: PasswordReplacement): Promise<boolean>;
  /** Replaces the hash by a stronger one of the same password: ends nothing. */
  rehash(id: string, from: string, to: string): Promise<void>;
};

export type AuditLog = {
  append(entry: AuditEntry): Promise<void>;
  /** Forgets what was before then; how many entries went. */
  sweep(beforeMs: number): Promise<number>;
  /** Newest first. */
  list(page: PageRequest & { readonly targetId?: string }): Promise<Page<AuditEntry>>;
};

export type OneTimePurpose = 'reset' | 'invite' | 'welcome';

export type OneTimeLink = {
  readonly tokenHash: string;
  readonly accountId: string;
  readonly purpose: OneTimePurpose;
  readonly expiresAtMs: number;
};

export type Invitation = { readonly link: OneTimeLink; readonly mail: Mail; readonly audit: AuditEntry };

export type OneTimeLinkStore = {
  /** Stores the link and queues its mail together. A new link ends earlier ones of the same purpose. */
  create(link: OneTimeLink, mail: Mail | null, audit: AuditEntry): Promise<void>;
  /** Whose link it is, without using it up; null as `consume` would be. */
  peek(tokenHash: string, purposes: readonly OneTimePurpose[], nowMs: number): Promise<Member | null>;
  /** Uses the link up; a second call, also at the same moment, gets null. */
  consume(tokenHash: string, purposes: readonly OneTimePurpose[], nowMs: number): Promise<Member | null>;
  /** Uses the link up, sets the password, ends the account's sessions and, after a reset, queues the mail. */
  consumeForPassword(
    tokenHash: string,
    purposes: readonly OneTimePurpose[],
    passwordHash: string,
    audit: AuditEntry,
    mailOfReset?: Mail | null,
  ): Promise<Member | null>;
};

/** `grant`: from the password grant, refreshed by rotating tokens. `web`: behind the browser's cookie. */
export type SessionKind = 'grant' | 'web';

export type Session = {
  readonly id: string;
  readonly accountId: string;
  readonly kind: SessionKind;
  /** SHA-256 of the cookie's value, for `web` alone. */
  readonly cookieHash: string | null;
  readonly createdAtMs: number;
  /** When the refresh token or cookie stops working. */
  readonly expiresAtMs: number;
};

export type AccessTokenRecord = { readonly tokenHash: string; readonly expiresAtMs: number };

export type BearerMatch = Member & { readonly sessionId: string; readonly expiresAtMs: number };

export type Rotation =
  | { readonly outcome: 'rotated' | 'grace'; readonly counter: number; readonly accountId: string }
  | { readonly outcome: 'reused' | 'refused' };

export type SessionStore = {
  /**
   * Refuses (false) when the account is no longer active, or its password hash is no longer the one that was verified:
   * a sign-in must not outrun a deactivation or a change of password. Null: it was no sign-in by password. The audit has
   * one entry an hour for each account and address: programs sign in for each call.
   */
  open(session: Session, token: AccessTokenRecord, verifiedHash: string | null, audit?: AuditEntry): Promise<boolean>;
  /**
   * One step of refresh rotation. `counter` is the one in the presented token: equal to the stored one, it rotates;
   * one behind within the grace, it returns the stored one; else the family ends. The access token is stored on success.
   */
  rotate(input: {
    readonly sessionId: string;
    readonly counter: number;
    readonly token: AccessTokenRecord;
    readonly nowMs: number;
    readonly graceMs: number;
    readonly expiresAtMs: number;
  }): Promise<Rotation>;
  /** Buys an access token for a live web session; null when the session or its account is not. */
  issueForCookie(cookieHash: string, token: AccessTokenRecord, nowMs: number): Promise<Member | null>;
  /** The one read of every request with a bearer token: null unless token, session and account are all live. */
  bearer(tokenHash: string, nowMs: number): Promise<BearerMatch | null>;
  end(by: { sessionId: string } | { tokenHash: string } | { cookieHash: string }): Promise<void>;
  /** Removes what is expired or ended, and of each account but the last thousand what was not used since; how many rows went. */
  sweep(nowMs: number): Promise<number>;
};

export type ThrottleState = { readonly failures: number; readonly lastFailureMs: number };

/** Counts of failed sign-ins by subject (a hash of the address or of the account's e-mail). */
export type ThrottleStore = {
  read(subjects: readonly string[]): Promise<readonly ThrottleState[]>;
  /** Adds one failure to each subject, starting anew where the last is older than `forgetAfterMs`; the new counts. */
  fail(
    subjects: readonly string[],
    nowMs: number,
    forgetAfterMs: number,
    audit?: AuditEntry | null,
  ): Promise<readonly number[]>;
  clear(subjects: readonly string[]): Promise<void>;
  /** Clears those of the account, and takes as many off the address's, but no more than `most`. */
  forgive(account: string, address: string, most: number): Promise<void>;
  sweep(olderThanMs: number): Promise<number>;
};

/** What happens in a check's turn, of which there are few at once. */
export type HashingTurn = {
  /** Right before the costly part; may refuse by throwing. */
  before(): Promise<unknown>;
  /** Before the next one's turn. */
  after(isRight: boolean): Promise<unknown>;
};

export type PasswordHasher = {
  /** A hash of no password, as costly to check as any, so that an unknown user takes as long as a wrong password. */
  readonly decoy: string;
  hash(password: string): Promise<string>;
  verify(hash: string, password: string, turn?: HashingTurn): Promise<boolean>;
  needsRehash(hash: string): boolean;
};
