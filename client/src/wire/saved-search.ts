import type { SearchRequest } from './stac.ts';

/** What orders may come to; at least one of the two. */
export type SearchBudget = {
  readonly cost?: number | null;
  readonly area_sqkm?: number | null;
  readonly period?: 'total' | 'day' | 'week' | 'month' | 'year';
  readonly per_order?: { readonly cost?: number | null; readonly area_sqkm?: number | null };
};

export type SearchAction =
  | { readonly select: Readonly<Record<string, unknown>> }
  | { readonly order: Readonly<Record<string, unknown>>; readonly budget: SearchBudget };

export type NewSavedSearch = {
  readonly name: string;
  readonly search: Omit<SearchRequest, 'limit' | 'token' | 'sortby' | 'fields'>;
  readonly notify?: {
    /** True is the account's own address. */
    readonly email?: boolean | readonly string[];
    readonly webhook?: readonly string[];
  };
  readonly action?: SearchAction | null;
  readonly interval_minutes?: number | null;
  readonly paused?: boolean;
  readonly expires?: string | null;
};

/** Members that are not given stay, null takes one away. */
export type SavedSearchChange = Partial<NewSavedSearch>;

export type SavedSearch = {
  readonly id: string;
  readonly name: string;
  readonly search: Readonly<Record<string, unknown>>;
  readonly notify: { readonly email: boolean | readonly string[]; readonly webhook: readonly string[] };
  readonly action: Readonly<Record<string, unknown>> | null;
  readonly interval_minutes: number;
  readonly paused: boolean;
  readonly expires: string | null;
  readonly created: string;
  readonly changed: string;
};

type MatchedItem = { readonly collection: string; readonly id: string; readonly href: string };

/** A batch of matches, and what became of it. */
export type SearchMatch = {
  readonly id: string;
  readonly state: string;
  readonly matched: number;
  readonly items: readonly MatchedItem[];
  readonly opened: string;
  readonly due: string | null;
  readonly settled: string | null;
  readonly told: { readonly email: number; readonly webhook: number };
  readonly select_id: string | null;
  readonly order_id: string | null;
  readonly acquisitions: number;
  readonly cost: number | null;
  readonly area_sqkm: number | null;
  readonly reason: string | null;
};

/** What would have matched of the last arrivals. */
export type SearchTrial = {
  readonly looked_at: number;
  readonly matched: number;
  readonly items: readonly (MatchedItem & { readonly datetime: string | null })[];
  readonly acquisitions: number;
  readonly order: {
    readonly would_be_placed: boolean;
    readonly reason: string | null;
    readonly cost: number | null;
    readonly area_sqkm: number | null;
  } | null;
};
