import type { Principal } from '../accounts/principal.ts';
import { readSearchBody } from '../catalog/languages/search-parameters.ts';
import { visibilityOfGrants } from '../catalog/visibility.ts';
import { refuse } from '../catalog/refuse.ts';
import { checkNotifications } from '../orders/placing/check-notifications.ts';
import { readNotifications } from '../orders/request/read-notifications.ts';
import type { Service } from '../service.ts';
import { PlatformError } from '../shared/errors.ts';
import { newLongId } from '../shared/long-id.ts';
import { readSavedSearch, readSavedSearchChange } from './request/read-saved-search.ts';
import type { SavedSearch, SavedSearchTerms } from './saved-search.ts';

type Needs = Pick<Service, 'config' | 'clock' | 'catalog' | 'savedSearches'>;

/** Saved now, it matches what comes from now on. */
export async function saveSearch(service: Needs, principal: Principal, body: unknown): Promise<SavedSearch> {
  const { config, clock, savedSearches } = service;
  const nowMs = clock.nowMs();
  const terms = readSavedSearch(body, readingOptions(service));
  await requireAllowed(service, principal, terms);
  const search: SavedSearch = {
    ...terms,
    id: newLongId(),
    accountId: principal.account.id,
    createdAtMs: nowMs,
    changedAtMs: nowMs,
    grants: grantsOf(principal),
    since: await fromNowOn(service),
    revision: 1,
    edition: 1,
  };
  if (await savedSearches.create(search, config.SWATH_SAVED_SEARCHES)) return search;
  throw new PlatformError('conflict', `an account keeps at most ${config.SWATH_SAVED_SEARCHES} saved searches`);
}

/** A foreign id is indistinguishable from one that does not exist. */
export async function findSavedSearch(
  { savedSearches }: Pick<Needs, 'savedSearches'>,
  { account }: Pick<Principal, 'account'>,
  id: string,
): Promise<SavedSearch> {
  const search = await savedSearches.byId(account.id, id);
  if (search === null) throw new PlatformError('not_found');
  return search;
}

const mostTries = 5;

/** Another search, or one that is no longer paused, matches what comes from now on. */
export async function changeSavedSearch(
  service: Needs,
  principal: Principal,
  id: string,
  body: unknown,
): Promise<SavedSearch> {
  const change = readSavedSearchChange(body, readingOptions(service));
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const old = await findSavedSearch(service, principal, id);
    const changed = await changedBy(service, principal, old, change(old));
    if (await service.savedSearches.replace(changed, old.edition)) return changed;
  }
  throw new PlatformError('conflict', 'it is being changed by others: try again');
}

async function changedBy(
  service: Needs,
  principal: Principal,
  old: SavedSearch,
  terms: SavedSearchTerms,
): Promise<SavedSearch> {
  await requireAllowed(service, principal, terms);
  const isOther = terms.search !== old.search || (old.isPaused && !terms.isPaused);
  const doesMore = isOther || terms.action !== old.action;
  return {
    ...old,
    ...terms,
    changedAtMs: service.clock.nowMs(),
    grants: doesMore ? grantsOf(principal) : old.grants,
    since: isOther ? await fromNowOn(service) : old.since,
    revision: old.revision + Number(isOther),
    edition: old.edition + 1,
  };
}

export async function deleteSavedSearch({ savedSearches }: Needs, { account }: Principal, id: string): Promise<void> {
  if (!(await savedSearches.delete(account.id, id))) throw new PlatformError('not_found');
}

const readingOptions = ({ config, clock }: Needs) => ({
  arePrivateAllowed: config.SWATH_ALLOW_PRIVATE_ENDPOINTS,
  nowMs: clock.nowMs(),
});

/** A key keeps what it was made with: what it saves must not see more than it does. */
const grantsOf = ({ credential, collections }: Principal): SavedSearch['grants'] =>
  credential.kind === 'key' ? collections : null;

async function fromNowOn({ catalog }: Needs): Promise<SavedSearch['since']> {
  const { feed, last } = await catalog.lastArrival();
  return { feed, arrival: last };
}

async function requireAllowed(service: Needs, principal: Principal, terms: SavedSearchTerms): Promise<void> {
  const { action, search } = terms;
  if (action !== null && !principal.permissions.includes(action.kind))
    throw new PlatformError('forbidden', `this needs the permission '${action.kind}'`);
  if (action?.kind === 'order') {
    const { notifications, notification } = action.order;
    checkNotifications(service, readNotifications(notifications, notification).notifications);
  }
  const visibility = visibilityOfGrants(principal.collections);
  for (const id of readSearchBody(search).collections ?? [])
    if ((await service.catalog.getCollection(id, visibility)) === null)
      refuse('collections', `names '${id}', which is not a collection`);
}
