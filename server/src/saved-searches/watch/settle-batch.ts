import type { Member } from '../../accounts/account.ts';
import { isVisible, visibilityOfGrants } from '../../catalog/visibility.ts';
import { minuteMs, secondMs } from '../../shared/clock.ts';
import { errorText } from '../../shared/error-text.ts';
import { type Done, actOnBatch, nothingDone } from '../acting/act-on-batch.ts';
import { customerOf, maySearch } from '../acting/customer-of.ts';
import { isVouchedFor } from '../acting/is-vouched-for.ts';
import { matchedItems } from '../acting/matched-items.ts';
import type { FeedLease, Settlement } from '../ports.ts';
import type { MatchBatch, SavedSearch } from '../saved-search.ts';
import { boundMails } from '../telling/bound-mails.ts';
import { noticesOfBatch } from '../telling/notices-of-batch.ts';
import type { WatchNeeds } from './watch-needs.ts';

/** An order of 10,000 tiles takes a tenth of this. */
export const actingMs = 60 * secondMs;

/** After the first failure, the second, and so on; then it is given up and told. */
const retryAfterMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs] as const;

/** Acts upon a batch that is due and tells of it, once. */
export async function settleBatch(
  service: WatchNeeds,
  lease: FeedLease,
  id: string,
  { leaseMs, signal }: { readonly leaseMs: number; readonly signal: AbortSignal },
): Promise<void> {
  const { savedSearches, clock, log } = service;
  const nowMs = clock.nowMs();
  const closed = await savedSearches.close(lease, id, { nowMs, leaseUntilMs: nowMs + leaseMs });
  if (closed === null) return;
  const { batch, search } = closed;
  try {
    const settlement = await settlementOf(service, lease, batch, search, signal);
    if (await savedSearches.settle(lease, id, settlement))
      log.info('matches of a saved search are told', { search: search.id, batch: id, ...settlement.outcome });
  } catch (error) {
    const retryMs = retryAfterMs[batch.attempts - 1];
    log.warn('matches of a saved search wait', { search: search.id, batch: id, error: errorText(error) });
    if (signal.aborted) return savedSearches.postpone(lease, id, clock.nowMs());
    if (retryMs !== undefined) return savedSearches.postpone(lease, id, clock.nowMs() + retryMs);
    const reason = `it was tried ${batch.attempts} times: ${errorText(error)}`;
    const given = await settlementOf(service, lease, batch, search, signal, reason);
    await savedSearches.settle(lease, id, given);
  }
}

async function settlementOf(
  service: WatchNeeds,
  lease: FeedLease,
  batch: MatchBatch,
  search: SavedSearch,
  stopping: AbortSignal,
  givenUp: string | null = null,
): Promise<Settlement> {
  const nowMs = service.clock.nowMs();
  const member = await service.accounts.byId(search.accountId);
  const silence = whyNot(member, search);
  if (member === null || silence !== null) return untold(silence ?? 'there is no account', nowMs);
  const { account } = member;
  const visibility = visibilityOfGrants(customerOf(member, search).collections);
  const matched = Object.entries(batch.counts)
    .filter(([collection]) => isVisible(collection, visibility))
    .reduce((sum, [, count]) => sum + count, 0);
  const items = await matchedItems(service, visibility, batch.items);
  if (matched === 0) return untold('nothing of it is visible any more', nowMs);
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(actingMs)]);
  const goneKeyId = (await isVouchedFor(service, search)) ? null : search.keyId;
  const reason = goneKeyId === null ? givenUp : keyIsGone;
  // The key may be deleted while the order is made ready.
  const isHeld = async () => (await isVouchedFor(service, search)) && service.savedSearches.isHeld(lease);
  const { ordered, ...done }: Done =
    reason === null
      ? await actOnBatch(service, { search, batch, member, items, isHeld, signal })
      : { ...nothingDone, reason };
  const told = goneKeyId === null ? search : { ...search, notify: { ...search.notify, emails: [], webhooks: [] } };
  const { notTold, ...notices } = await boundMails(
    service,
    account,
    noticesOfBatch(service, { search: told, batch, account, matched, items, done }),
  );
  const counts = { emails: notices.mails.length, webhooks: notices.webhooks.length };
  const outcome = { ...done, ...counts, reason: [done.reason, notTold].filter(Boolean).join('; ') || null };
  return { ...notices, outcome, acquisitions: ordered, goneKeyId, nowMs };
}

const keyIsGone = 'the search is paused: the API key that it was saved with is deleted or has expired';

function whyNot(member: Member | null, { isPaused }: SavedSearch): string | null {
  if (member === null || !member.account.isActive) return 'the account is not active';
  if (!maySearch(member.account)) return 'the account has no permission to search';
  return isPaused ? 'the search is paused' : null;
}

function untold(reason: string, nowMs: number): Settlement {
  const { ordered: acquisitions, ...done } = nothingDone;
  const notices = { mails: [], webhooks: [] };
  return { ...notices, acquisitions, goneKeyId: null, nowMs, outcome: { ...done, reason, emails: 0, webhooks: 0 } };
}
