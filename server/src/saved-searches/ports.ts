import type { Account, Organization } from '../accounts/account.ts';
import type { AuditEntry } from '../accounts/audit.ts';
import type { Mail } from '../notifications/mail.ts';
import type { WebhookEvent } from '../notifications/webhook.ts';
import type { Page, PageRequest } from '../shared/page.ts';
import type { BatchOutcome, MatchBatch, MatchCounts, SavedSearch } from './saved-search.ts';

/** A search that is watched for, with what its account may see now. */
export type WatchedSearch = {
  readonly id: string;
  readonly revision: number;
  readonly since: SavedSearch['since'];
  readonly grants: readonly string[] | null;
  readonly account: Pick<Account, 'role' | 'permissions'>;
  readonly organization: Pick<Organization, 'collections'>;
};

/** The right to follow a feed of arrivals, for a while. */
export type FeedLease = {
  readonly feed: string;
  readonly fence: number;
  /** What was looked at already. */
  readonly arrived: number;
};

export type FeedLook = {
  readonly arrived: number | null;
  readonly hasDue: boolean;
  readonly hasSearches: boolean;
};

export type FoundMatches = {
  readonly id: string;
  readonly revision: number;
  readonly counts: MatchCounts;
  /** The first of them in the order of their arrival, as a JSON list of keys: it travels far, and fast as a text. */
  readonly items: string;
  /** How many there are in the list. */
  readonly kept: number;
};

export type Settlement = {
  readonly outcome: BatchOutcome;
  readonly mails: readonly Mail[];
  readonly webhooks: readonly WebhookEvent[];
  /** Those that were ordered. */
  readonly acquisitions: readonly string[];
  /** The search is paused while this key is the one that vouches for it. */
  readonly goneKeyId: string | null;
  readonly nowMs: number;
};

/** What one account may keep. */
export type AccountBounds = { readonly searches: number; readonly bytes: number };

export type SavedSearchStore = {
  create(search: SavedSearch, most: AccountBounds, audit: AuditEntry): Promise<'created' | 'too_many' | 'too_large'>;
  /** Null for another account's. */
  byId(accountId: string, id: string): Promise<SavedSearch | null>;
  /** Newest first. */
  list(accountId: string, page: PageRequest): Promise<Page<SavedSearch>>;
  /** Stale where it is gone, or has another edition. */
  replace(
    search: SavedSearch,
    edition: number,
    most: Pick<AccountBounds, 'bytes'>,
    audit: AuditEntry,
  ): Promise<'replaced' | 'stale' | 'too_large'>;
  /** With its log; what it ordered stays. */
  delete(accountId: string, id: string, audit: AuditEntry): Promise<boolean>;
  /** Newest first. */
  batches(searchId: string, page: PageRequest): Promise<Page<MatchBatch>>;

  /** Those that are neither paused nor expired, of active accounts. */
  watched(nowMs: number): Promise<readonly WatchedSearch[]>;
  /** The searches of these, as JSON. */
  bodies(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** What a feed has been looked at up to, null where it never was, and what there is to do; changes nothing. */
  look(feed: string, nowMs: number): Promise<FeedLook>;
  /** Null while another holder has it. Where more was looked at than there is, the store of items is an older one: then all begins at its end. */
  takeFeed(feed: string, last: number, holder: string, nowMs: number, leaseUntilMs: number): Promise<FeedLease | null>;
  isHeld(lease: FeedLease): Promise<boolean>;
  giveFeedBack(lease: FeedLease): Promise<void>;
  /** What was looked at and what matched, all or nothing; false where the lease is lost. Matches of searches that changed meanwhile are left out. */
  advance(
    lease: FeedLease,
    to: number,
    matches: readonly FoundMatches[],
    times: { readonly nowMs: number; readonly leaseUntilMs: number; readonly defaultIntervalMs: number },
  ): Promise<boolean>;

  /** Ids of batches that are due, at most one of a search. */
  due(feed: string, nowMs: number, limit: number): Promise<readonly string[]>;
  /** Grows no more, and is due again when the lease ends; null where the lease is lost, it is gone, or another of its search is acted upon. */
  close(
    lease: FeedLease,
    id: string,
    times: { readonly nowMs: number; readonly leaseUntilMs: number },
  ): Promise<{ batch: MatchBatch; search: SavedSearch } | null>;
  /** The end of a batch with all that tells of it; false where the lease is lost or it was settled. */
  settle(lease: FeedLease, id: string, settlement: Settlement): Promise<boolean>;
  /** How many of the mails an account may send to others within this hour; they count as sent. */
  grantMails(accountId: string, wanted: number, mostInHour: number, nowMs: number): Promise<number>;
  postpone(lease: FeedLease, id: string, dueAtMs: number): Promise<void>;
  /** Those of the acquisitions that the search has ordered before. */
  ordered(searchId: string, acquisitions: readonly string[]): Promise<ReadonlySet<string>>;
  /** What the orders of a search since then cost, and how large they are. */
  spent(searchId: string, sinceMs: number): Promise<{ readonly cost: number; readonly areaSqkm: number }>;
  /** Removes settled batches older than that; how many went. */
  sweep(beforeMs: number): Promise<number>;
};

export type MatchJob = {
  readonly after: number;
  /** Of one search, which is not remembered. */
  readonly isTrial: boolean;
  /** Of a trial: only so many of the last that it sees are looked at. */
  readonly lastSeen?: number;
  readonly limit: number;
  readonly searches: readonly (Pick<WatchedSearch, 'id' | 'revision'> & {
    readonly since: number;
    /** Its place among the sights. */
    readonly sight: number;
  })[];
  /** Collections that are seen; null is all. Most searches share theirs. */
  readonly sights: readonly (readonly string[] | null)[];
  /** Of the searches that were asked for. */
  readonly bodies: Readonly<Record<string, string>>;
};

export type MatchOutcome =
  /** Nothing was looked at: these are needed first. */
  | { readonly kind: 'missing'; readonly ids: readonly string[] }
  | {
      readonly kind: 'matched';
      readonly last: number;
      readonly lookedAt: number;
      readonly matches: readonly FoundMatches[];
      /** Searches that this release cannot read. */
      readonly unreadable: readonly string[];
    };

/** Looks at arrivals, away from the thread that answers requests. */
export type ArrivalMatcher = { match(job: MatchJob, signal?: AbortSignal): Promise<MatchOutcome> };
