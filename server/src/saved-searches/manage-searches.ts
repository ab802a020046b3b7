import { type Actor, type AuditEntry, auditEntry } from '../accounts/audit.ts';
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
import { type SavedSearch, type SavedSearchTerms, leastMinutesOf } from './saved-search.ts';

type Needs = Pick<Service, 'config' | 'clock' | 'catalog' | 'savedSearches'>;

/** Who calls, and how the audit names them. */
export type Caller = { readonly principal: Principal; readonly actor: Actor };

/** As JSON, of all that one account keeps: it is held in memory while arrivals are looked at. */
const mostBytes = 1_048_576;

/** Saved now, it matches what comes from now on. */
export async function saveSearch(service: Needs, { principal, actor }: Caller, body: unknown): Promise<SavedSearch> {
  const { config, clock, savedSearches } = service;
  const nowMs = clock.nowMs();
  const terms = readSavedSearch(body, readingOptions(service));
  requireAllowed(service, principal, terms);
  await requireCollections(service, principal, terms);
  const search: SavedSearch = {
    ...terms,
    id: newLongId(),
    accountId: principal.account.id,
    createdAtMs: nowMs,
    changedAtMs: nowMs,
    ...voucherOf(principal),
    since: await fromNowOn(service),
    revision: 1,
    edition: 1,
  };
  const most = { searches: config.SWATH_SAVED_SEARCHES, bytes: mostBytes };
  const outcome = await savedSearches.create(search, most, auditOf(actor, 'create', search));
  if (outcome === 'too_large') throw tooLarge();
  if (outcome === 'created') return search;
  throw new PlatformError('conflict', `an account keeps at most ${most.searches} saved searches`);
}

const tooLarge = () =>
  new PlatformError('conflict', `the saved searches of an account have together at most ${mostBytes} bytes`);

/** Neither addresses nor what is ordered: they may hold secrets. */
const auditOf = (actor: Actor, deed: 'create' | 'change', search: SavedSearch): AuditEntry =>
  auditEntry(actor, search.changedAtMs, `saved-search.${deed}`, search.id, {
    name: search.name,
    action: search.action?.kind ?? null,
    paused: search.isPaused,
    key: search.keyId,
  });

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
  { principal, actor }: Caller,
  id: string,
  body: unknown,
): Promise<SavedSearch> {
  const change = readSavedSearchChange(body, readingOptions(service));
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const old = await findSavedSearch(service, principal, id);
    const changed = await changedBy(service, principal, old, change(old));
    const audit = auditOf(actor, 'change', changed);
    const outcome = await service.savedSearches.replace(changed, old.edition, { bytes: mostBytes }, audit);
    if (outcome === 'too_large') throw tooLarge();
    if (outcome === 'replaced') return changed;
  }
  throw new PlatformError('conflict', 'it is being changed by others: try again');
}

async function changedBy(
  service: Needs,
  principal: Principal,
  old: SavedSearch,
  terms: SavedSearchTerms,
): Promise<SavedSearch> {
  const isOther = terms.search !== old.search || (old.isPaused && !terms.isPaused);
  const isAnswered = isOther || isVouchedAnew(old, terms);
  // Whoever may no longer do what a search does can still pause it.
  if (isAnswered) requireAllowed(service, principal, terms);
  // A collection that is gone keeps nobody from changing the rest.
  if (terms.search !== old.search) await requireCollections(service, principal, terms);
  return {
    ...old,
    ...terms,
    changedAtMs: service.clock.nowMs(),
    ...(isAnswered ? voucherOf(principal) : {}),
    since: isOther ? await fromNowOn(service) : old.since,
    revision: old.revision + Number(isOther),
    edition: old.edition + 1,
  };
}

/** All but a name and a pause: whoever changes what is done, who is told or how long answers for the search. */
const isVouchedAnew = (old: SavedSearchTerms, { action, notify, intervalMinutes, expiresAtMs }: SavedSearchTerms) =>
  action !== old.action ||
  notify !== old.notify ||
  intervalMinutes !== old.intervalMinutes ||
  expiresAtMs !== old.expiresAtMs;

export async function deleteSavedSearch(
  { savedSearches, clock }: Needs,
  { principal, actor }: Caller,
  id: string,
): Promise<void> {
  const audit = auditEntry(actor, clock.nowMs(), 'saved-search.delete', id);
  if (!(await savedSearches.delete(principal.account.id, id, audit))) throw new PlatformError('not_found');
}

const readingOptions = ({ config, clock }: Needs) => ({
  arePrivateAllowed: config.SWATH_ALLOW_PRIVATE_ENDPOINTS,
  nowMs: clock.nowMs(),
});

/** A key keeps what it was made with: what it saves must not see more than it does, nor act after it. */
const voucherOf = ({ credential, collections }: Principal): Pick<SavedSearch, 'keyId' | 'grants'> =>
  credential.kind === 'key' ? { keyId: credential.keyId, grants: collections } : { keyId: null, grants: null };

async function fromNowOn({ catalog }: Needs): Promise<SavedSearch['since']> {
  const { feed, last } = await catalog.lastArrival();
  return { feed, arrival: last };
}

function requireAllowed(service: Needs, principal: Principal, terms: SavedSearchTerms): void {
  const { action, notify, intervalMinutes } = terms;
  if (intervalMinutes !== null && intervalMinutes < leastMinutesOf(notify))
    refuse('interval_minutes', `must be at least ${leastMinutesOf(notify)} where notify.email names addresses`);
  if (action !== null && !principal.permissions.includes(action.kind))
    throw new PlatformError('forbidden', `this needs the permission '${action.kind}'`);
  if (action?.kind === 'order') {
    const { notifications, notification } = action.order;
    checkNotifications(service, readNotifications(notifications, notification));
  }
}

async function requireCollections(
  { catalog }: Needs,
  { collections }: Principal,
  { search }: SavedSearchTerms,
): Promise<void> {
  const visibility = visibilityOfGrants(collections);
  for (const id of readSearchBody(search).collections ?? [])
    if ((await catalog.getCollection(id, visibility)) === null)
      refuse('collections', `names '${id}', which is not a collection`);
}
