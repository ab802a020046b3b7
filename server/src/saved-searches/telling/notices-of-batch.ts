import type { Account } from '../../accounts/account.ts';
import { searchMatchedMail } from '../../notifications/templates/search-matched.ts';
import type { Service } from '../../service.ts';
import type { MatchedItem } from '../acting/matched-items.ts';
import type { Settlement } from '../ports.ts';
import type { BatchOutcome, MatchBatch, SavedSearch } from '../saved-search.ts';
import { addressOfItem, addressOfMatches, addressOfSearch } from '../search-addresses.ts';
import { matchedEvent } from './matched-event.ts';

export type Told = {
  readonly search: SavedSearch;
  readonly batch: MatchBatch;
  readonly account: Pick<Account, 'id' | 'email'>;
  /** Of those that the account may see. */
  readonly matched: number;
  readonly items: readonly MatchedItem[];
  readonly done: Pick<BatchOutcome, 'selectId' | 'orderId' | 'acquisitions' | 'cost' | 'reason'>;
};

/** More would not be read. */
const mostItemsTold = 20;

/** A mail for each address and a message for each server that the search names. */
export function noticesOfBatch(
  { config, clock }: Pick<Service, 'config' | 'clock'>,
  told: Told,
): Pick<Settlement, 'mails' | 'webhooks'> {
  const { search, account, matched, items } = told;
  const { isAccountTold, emails, webhooks } = search.notify;
  const recipients = [...new Set([...(isAccountTold ? [account.email] : []), ...emails])];
  const shown = items
    .slice(0, mostItemsTold)
    .map((item) => ({ ...item, address: addressOfItem(config.baseUrl, item) }));
  const addresses = {
    search: addressOfSearch(config.baseUrl, search.id),
    matches: addressOfMatches(config.baseUrl, search.id),
  };
  const mail = { searchName: search.name, matched, items: shown, deed: deedOf(told), addresses };
  return {
    mails: recipients.map((to) => searchMatchedMail({ ...mail, to })),
    webhooks: webhooks.map((url, index) =>
      matchedEvent(told, { url, index, items: shown, addresses, nowMs: clock.nowMs() }),
    ),
  };
}

function deedOf({ search, done }: Told): string {
  const { selectId, orderId, acquisitions, cost, reason } = done;
  if (orderId !== null) {
    const price = cost === null ? '' : ` for ${cost}`;
    return `Order ${orderId} was placed for ${acquisitions} of their acquisitions${price}.`;
  }
  if (selectId !== null) return `Select ${selectId} was made of ${acquisitions} of their acquisitions.`;
  if (reason === null) return '';
  if (search.action === null) return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  return `Nothing was ${search.action.kind === 'order' ? 'ordered' : 'selected'}: ${reason}`;
}
