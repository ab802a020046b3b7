import { type JsonObject } from '../../catalog/refuse.ts';
import { type Customer, type PlacingNeeds, placeOrder } from '../../orders/placing/place-order.ts';
import { readOrderRequest } from '../../orders/request/read-order.ts';
import type { Order } from '../../orders/order.ts';
import type { Service } from '../../service.ts';
import { PlatformError } from '../../shared/errors.ts';
import type { SavedSearch, SearchAction } from '../saved-search.ts';
import { actionArea } from './action-area.ts';
import { budgetLeft, overBudget } from './budget-left.ts';

type Needs = PlacingNeeds & Pick<Service, 'orders' | 'savedSearches'>;
export type OrderAction = Extract<SearchAction, { kind: 'order' }>;

export type MatchedOrder = {
  readonly search: SavedSearch;
  readonly action: OrderAction;
  readonly acquisitions: readonly string[];
};

/** The body of the order, as its customer would have sent it. */
export const orderBodyOf = ({ search, action, acquisitions }: MatchedOrder): JsonObject => ({
  ...action.order,
  ...actionArea(search.search),
  acquisitions,
});

export const orderedBefore = 'its acquisitions were ordered before by this search';

/** An acquisition is ordered once by a search. */
export async function notYetOrdered(
  { savedSearches }: Pick<Service, 'savedSearches'>,
  { id }: SavedSearch,
  acquisitions: readonly string[],
): Promise<readonly string[]> {
  const before = await savedSearches.ordered(id, acquisitions);
  return acquisitions.filter((each) => !before.has(each));
}

/** Places it once, however often it is tried under the key, within the organization's limits and the search's budget. */
export async function orderMatches(
  service: Needs,
  customer: Customer,
  matched: MatchedOrder,
  {
    key,
    isHeld,
    signal,
  }: { readonly key: string; readonly isHeld: () => Promise<boolean>; readonly signal: AbortSignal },
): Promise<Order> {
  // The body may have become another one since it was first tried.
  const before = await service.orders.byIdempotencyKey(customer.account.id, key, service.clock.nowMs());
  const known = before && (await service.orders.byId(customer.account.id, before.orderId));
  if (known) return known;
  const { search, action } = matched;
  const place: PlacingNeeds['orders']['place'] = async (placement) => {
    const left = await budgetLeft(service, search, action.budget);
    const excess = overBudget(placement.order.usage, left, action.budget);
    if (excess !== null) throw new PlatformError('order_refused', excess);
    if (!(await isHeld())) throw new PlatformError('unavailable', 'another process has taken the matches over');
    return service.orders.place(placement);
  };
  const needs = { ...service, orders: { ...service.orders, place } };
  const placed = await placeOrder(needs, customer, readOrderRequest(orderBodyOf(matched)), {
    idempotencyKey: key,
    keyId: search.keyId,
    signal,
  });
  return placed.order;
}
