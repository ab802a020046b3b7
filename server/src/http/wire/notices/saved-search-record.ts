import { type Visibility, isVisible } from '../../../catalog/visibility.ts';
import { recordOf } from '../../../orders/request/without-credentials.ts';
import {
  type Cap,
  type MatchBatch,
  type SavedSearch,
  leastMinutesOf,
  mostItemsKept,
} from '../../../saved-searches/saved-search.ts';
import { addressOfItem, addressOfMatches, addressOfSearch } from '../../../saved-searches/search-addresses.ts';
import type { TriedOrder, TriedSearch } from '../../../saved-searches/try-search.ts';
import { toInstant, toInstantOrNull } from '../../../shared/dates.ts';
import { totalAreaOf, totalCostOf } from '../../../usage/price-usage.ts';
import { shownUrl } from '../../../notifications/shown-url.ts';

export type SearchRecordNeeds = { readonly baseUrl: string; readonly defaultIntervalMinutes: number };

export const savedSearchRecord = (search: SavedSearch, { baseUrl, defaultIntervalMinutes }: SearchRecordNeeds) => ({
  id: search.id,
  name: search.name,
  search: search.search,
  notify: {
    email: search.notify.emails.length > 0 ? search.notify.emails : search.notify.isAccountTold,
    webhook: search.notify.webhooks.map(shownUrl),
  },
  action: actionRecord(search),
  interval_minutes: Math.max(search.intervalMinutes ?? defaultIntervalMinutes, leastMinutesOf(search.notify)),
  paused: search.isPaused,
  expires: toInstantOrNull(search.expiresAtMs),
  created: toInstant(search.createdAtMs),
  changed: toInstant(search.changedAtMs),
  links: { self: addressOfSearch(baseUrl, search.id), matches: addressOfMatches(baseUrl, search.id) },
});

function actionRecord({ action }: SavedSearch) {
  if (action === null) return null;
  if (action.kind === 'select') return { select: action.options };
  const { period, perOrder, ...cap } = action.budget;
  return { order: recordOf(action.order), budget: { ...capRecord(cap), period, per_order: capRecord(perOrder) } };
}

const capRecord = ({ cost, areaSqkm }: Cap) => ({ cost, area_sqkm: areaSqkm });

/** Of a batch, what the caller may see now: neither items nor numbers of other collections. */
export function matchRecord(
  batch: MatchBatch,
  visibility: Visibility,
  { baseUrl }: Pick<SearchRecordNeeds, 'baseUrl'>,
) {
  const { outcome } = batch;
  const items = batch.items.filter(({ collection }) => isVisible(collection, visibility)).slice(0, mostItemsKept);
  return {
    id: batch.id,
    state: batch.state,
    matched: Object.entries(batch.counts)
      .filter(([collection]) => isVisible(collection, visibility))
      .reduce((sum, [, count]) => sum + count, 0),
    items: items.map((item) => ({ ...item, href: addressOfItem(baseUrl, item) })),
    opened: toInstant(batch.openedAtMs),
    due: toInstantOrNull(batch.dueAtMs),
    settled: toInstantOrNull(batch.settledAtMs),
    told: { email: outcome?.emails ?? 0, webhook: outcome?.webhooks ?? 0 },
    select_id: outcome?.selectId ?? null,
    order_id: outcome?.orderId ?? null,
    acquisitions: outcome?.acquisitions ?? 0,
    cost: outcome?.cost ?? null,
    area_sqkm: outcome?.areaSqkm ?? null,
    reason: outcome?.reason ?? null,
  };
}

const mostShown = 20;

export const trialRecord = (tried: TriedSearch, { baseUrl }: Pick<SearchRecordNeeds, 'baseUrl'>) => ({
  looked_at: tried.lookedAt,
  matched: tried.matched,
  items: tried.items.slice(0, mostShown).map(({ collection, id, datetime, acquisition }) => ({
    collection,
    id,
    href: addressOfItem(baseUrl, { collection, id }),
    datetime,
    acquisition_id: acquisition,
  })),
  acquisitions: tried.acquisitions.length,
  order: tried.order === null ? null : triedOrderRecord(tried.order),
});

const triedOrderRecord = ({ dryRun, left, reason }: TriedOrder) => ({
  would_be_placed: reason === null,
  reason,
  cost: dryRun && totalCostOf(dryRun.order.usage),
  area_sqkm: dryRun && totalAreaOf(dryRun.order.usage),
  tiles: dryRun && dryRun.order.tiles.total,
  budget_left: capRecord(left),
  warnings: dryRun?.order.warnings ?? [],
});
