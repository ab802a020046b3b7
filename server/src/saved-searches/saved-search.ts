import type { JsonObject } from '../catalog/refuse.ts';

export const budgetPeriods = ['total', 'day', 'week', 'month', 'year'] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];

/** Null does not bound. */
export type Cap = { readonly cost: number | null; readonly areaSqkm: number | null };

/** What the orders of a saved search may cost together within a period of the calendar (UTC), and each alone. */
export type Budget = Cap & { readonly period: BudgetPeriod; readonly perOrder: Cap };

/** What is done with what matched. */
export type SearchAction =
  | { readonly kind: 'select'; readonly options: JsonObject }
  /** The body of an order but for what is ordered; it may hold credentials. */
  | { readonly kind: 'order'; readonly order: JsonObject; readonly budget: Budget };

/** Who is told. */
export type SearchNotify = {
  /** The address that the account has when it is told. */
  readonly isAccountTold: boolean;
  readonly emails: readonly string[];
  readonly webhooks: readonly string[];
};

/** Others than the account did not ask for their notices: they get fewer. */
const leastMinutesOfOthers = 15;

/** Minutes that a search which tells these must let pass between two notices. */
export const leastMinutesOf = ({ emails }: SearchNotify): number => (emails.length > 0 ? leastMinutesOfOthers : 0);

/** What the owner of a saved search decides. */
export type SavedSearchTerms = {
  readonly name: string;
  /** As it was sent: a search without pages, order and fields. */
  readonly search: JsonObject;
  readonly notify: SearchNotify;
  readonly action: SearchAction | null;
  /** Between the first match and the notice that tells of it; null is the service's own. */
  readonly intervalMinutes: number | null;
  readonly isPaused: boolean;
  readonly expiresAtMs: number | null;
};

export type SavedSearch = SavedSearchTerms & {
  readonly id: string;
  readonly accountId: string;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
  /** The key that vouches for it: without it nothing is done or told; null where the account itself does. */
  readonly keyId: string | null;
  /** What that key saw; null is whatever the account sees. */
  readonly grants: readonly string[] | null;
  /** Items that came later than this match. */
  readonly since: { readonly feed: string; readonly arrival: number };
  /** Another number whenever another search is watched for, or from another moment on. */
  readonly revision: number;
  /** Another number after every change. */
  readonly edition: number;
};

export type ItemKey = { readonly collection: string; readonly id: string };

/** How many matched, by collection. */
export type MatchCounts = Readonly<Record<string, number>>;

/** What became of a batch. */
export type BatchOutcome = {
  readonly emails: number;
  readonly webhooks: number;
  readonly selectId: string | null;
  readonly orderId: string | null;
  /** Acquisitions that were selected or ordered. */
  readonly acquisitions: number;
  readonly cost: number | null;
  readonly areaSqkm: number | null;
  /** Why nobody was told, or nothing was placed. */
  readonly reason: string | null;
};

/** Matches that are told of, and acted upon, together. `gathering` still grows; `closed` is being acted upon. */
export type MatchBatch = {
  readonly id: string;
  readonly searchId: string;
  readonly state: 'gathering' | 'closed' | 'settled';
  readonly openedAtMs: number;
  readonly dueAtMs: number | null;
  readonly settledAtMs: number | null;
  readonly attempts: number;
  readonly counts: MatchCounts;
  /** The first of them. */
  readonly items: readonly ItemKey[];
  readonly outcome: BatchOutcome | null;
};

/** Of a batch, for the log, the notice and the action; the others are counted. */
export const mostItemsKept = 500;
