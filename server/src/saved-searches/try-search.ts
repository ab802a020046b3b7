import type { Principal } from '../accounts/principal.ts';
import { refuse } from '../catalog/refuse.ts';
import { visibilityOfGrants } from '../catalog/visibility.ts';
import { type DryRun, placeOrder } from '../orders/placing/place-order.ts';
import { readOrderRequest } from '../orders/request/read-order.ts';
import type { Service } from '../service.ts';
import { PlatformError } from '../shared/errors.ts';
import { budgetLeft, overBudget } from './acting/budget-left.ts';
import { customerOf } from './acting/customer-of.ts';
import { type MatchedItem, matchedItems } from './acting/matched-items.ts';
import { notYetOrdered, orderBodyOf, orderedBefore } from './acting/order-matches.ts';
import { findSavedSearch } from './manage-searches.ts';
import type { Cap, ItemKey, SavedSearch } from './saved-search.ts';
import type { WatchNeeds } from './watch/watch-needs.ts';

export const mostTried = 10_000;

/** What one batch of the matches would have been ordered for. */
export type TriedOrder = {
  readonly dryRun: DryRun | null;
  /** Of the search's budget, before it. */
  readonly left: Cap;
  /** Why it would not have been placed. */
  readonly reason: string | null;
};

export type TriedSearch = {
  readonly lookedAt: number;
  readonly matched: number;
  /** The first of them. */
  readonly items: readonly MatchedItem[];
  readonly acquisitions: readonly string[];
  readonly order: TriedOrder | null;
};

/** Holds the last arrivals to a saved search, paused or not; tells nobody and orders nothing. */
export async function trySearch(
  service: TryingNeeds,
  principal: Principal,
  id: string,
  options: TryingOptions,
): Promise<TriedSearch> {
  const giveBack = service.trialTurns.take(principal.account.id);
  try {
    return await tried(service, principal, id, options);
  } finally {
    giveBack();
  }
}

type TryingNeeds = WatchNeeds & Pick<Service, 'trialTurns'>;
type TryingOptions = { readonly last: number; readonly signal?: AbortSignal };

async function tried(
  service: WatchNeeds,
  principal: Principal,
  id: string,
  { last: wanted, signal }: TryingOptions,
): Promise<TriedSearch> {
  if (wanted > mostTried) refuse('last', `must be at most ${mostTried}`);
  const search = await findSavedSearch(service, principal, id);
  const customer = { ...customerOf(principal, search), collections: bothOf(principal, search) };
  const { last } = await service.catalog.lastArrival();
  const isAllSeen = customer.collections === null;
  // Where much is hidden, as many as it may cost are read for those that are seen.
  const limit = isAllSeen ? wanted : mostTried;
  const outcome = await service.arrivalMatcher.match(
    {
      after: Math.max(0, last - limit),
      limit,
      isTrial: true,
      ...(isAllSeen ? {} : { lastSeen: wanted }),
      searches: [{ id: `trial of ${id}`, revision: search.revision, since: 0, sight: 0 }],
      sights: [customer.collections],
      bodies: { [`trial of ${id}`]: JSON.stringify(search.search) },
    },
    signal,
  );
  if (outcome.kind === 'missing') throw new Error('a search that was just told is not known');
  const [found] = outcome.matches;
  const matched = Object.values(found?.counts ?? {}).reduce((sum, count) => sum + count, 0);
  const items = await matchedItems(
    service,
    visibilityOfGrants(customer.collections),
    JSON.parse(found?.items ?? '[]') as ItemKey[],
  );
  const acquisitions = [...new Set(items.map(({ acquisition }) => acquisition))];
  const mayOrder = principal.permissions.includes('order') && acquisitions.length > 0;
  const order = mayOrder ? await tryOrder(service, customer, search, acquisitions, signal) : null;
  return { lookedAt: outcome.lookedAt, matched, items, acquisitions, order };
}

/** A key may see less than the search of its account does. */
function bothOf(principal: Principal, search: SavedSearch): readonly string[] | null {
  const { collections } = customerOf(principal, search);
  if (principal.collections === null) return collections;
  const seen = new Set(principal.collections);
  return collections === null ? principal.collections : collections.filter((each) => seen.has(each));
}

async function tryOrder(
  service: WatchNeeds,
  customer: ReturnType<typeof customerOf>,
  search: SavedSearch,
  acquisitions: readonly string[],
  signal?: AbortSignal,
): Promise<TriedOrder | null> {
  const { action } = search;
  if (action?.kind !== 'order') return null;
  const left = await budgetLeft(service, search, action.budget);
  const wanted = await notYetOrdered(service, search, acquisitions);
  if (wanted.length === 0) return { dryRun: null, left, reason: orderedBefore };
  try {
    const request = readOrderRequest({ ...orderBodyOf({ search, action, acquisitions: wanted }), dry_run: true });
    const placed = await placeOrder(service, customer, request, {
      idempotencyKey: null,
      ...(signal === undefined ? {} : { signal }),
    });
    if (placed.kind !== 'dry_run') throw new Error('a dry run was placed');
    return { dryRun: placed, left, reason: overBudget(placed.order.usage, left, action.budget) };
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind === 'unavailable' || error.kind === 'internal') throw error;
    return { dryRun: null, left, reason: error.message };
  }
}
