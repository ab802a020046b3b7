import { type Member, heldPermissions } from '../../accounts/account.ts';
import { PlatformError } from '../../shared/errors.ts';
import { totalAreaOf, totalCostOf } from '../../usage/price-usage.ts';
import type { WatchNeeds } from '../watch/watch-needs.ts';
import type { BatchOutcome, MatchBatch, SavedSearch } from '../saved-search.ts';
import { customerOf } from './customer-of.ts';
import type { MatchedItem } from './matched-items.ts';
import { notYetOrdered, orderMatches, orderedBefore } from './order-matches.ts';
import { selectMatches } from './select-matches.ts';

export type Done = Omit<BatchOutcome, 'emails' | 'webhooks'> & {
  /** Those that were ordered. */
  readonly ordered: readonly string[];
};

export const nothingDone: Done = {
  selectId: null,
  orderId: null,
  acquisitions: 0,
  cost: null,
  areaSqkm: null,
  reason: null,
  ordered: [],
};

type Acting = {
  readonly search: SavedSearch;
  readonly batch: MatchBatch;
  readonly member: Member;
  readonly items: readonly MatchedItem[];
  readonly isHeld: () => Promise<boolean>;
  readonly signal: AbortSignal;
};

/** Does what the search asks for with what matched. A refusal is an outcome; what may go better later is thrown. */
export async function actOnBatch(service: WatchNeeds, acting: Acting): Promise<Done> {
  const { search, member, items } = acting;
  const { action } = search;
  if (action === null) return nothingDone;
  if (!heldPermissions(member.account).includes(action.kind))
    return refused(`the account has no permission to ${action.kind}`);
  const acquisitions = [...new Set(items.map(({ acquisition }) => acquisition))];
  if (acquisitions.length === 0) return refused('none of the items is there any more');
  try {
    return action.kind === 'order'
      ? await order(service, acting, action, acquisitions)
      : await select(service, acting, action, acquisitions);
  } catch (error) {
    if (!(error instanceof PlatformError) || mayGoBetter.has(error.kind)) throw error;
    return refused(error.message);
  }
}

const mayGoBetter: ReadonlySet<string> = new Set(['unavailable', 'rate_limited', 'internal']);

const refused = (reason: string): Done => ({ ...nothingDone, reason });

type ActionOf<Kind> = Extract<NonNullable<SavedSearch['action']>, { kind: Kind }>;

async function order(
  service: WatchNeeds,
  { search, batch, member, isHeld, signal }: Acting,
  action: ActionOf<'order'>,
  acquisitions: readonly string[],
): Promise<Done> {
  const wanted = await notYetOrdered(service, search, acquisitions);
  if (wanted.length === 0) return refused(orderedBefore);
  const matched = { search, action, acquisitions: wanted };
  const key = `saved-search ${batch.id}`;
  const placed = await orderMatches(service, customerOf(member, search), matched, { key, isHeld, signal });
  return {
    ...nothingDone,
    orderId: placed.id,
    acquisitions: placed.acquisitions.length,
    cost: totalCostOf(placed.usage),
    areaSqkm: totalAreaOf(placed.usage),
    ordered: wanted,
  };
}

async function select(
  service: WatchNeeds,
  { search, member, signal }: Acting,
  action: ActionOf<'select'>,
  acquisitions: readonly string[],
): Promise<Done> {
  const selectId = await selectMatches(service, customerOf(member, search), search, action, acquisitions, signal);
  return { ...nothingDone, selectId, acquisitions: acquisitions.length };
}
