import { pageMembers, readSearchBody } from '../../catalog/languages/search-parameters.ts';
import { type JsonObject, asObject, isGiven, isObject, refuse } from '../../catalog/refuse.ts';
import { parseDate } from '../../shared/dates.ts';
import { requireShortText } from '../../shared/text-length.ts';
import type { SavedSearchTerms } from '../saved-search.ts';
import { refuseUnknown } from './known-members.ts';
import { readAction, requireSuitable } from './read-action.ts';
import { nobody, readNotify, withQueriesOf } from './read-notify.ts';

export type ReadingOptions = { readonly arePrivateAllowed: boolean; readonly nowMs: number };

const names = ['name', 'search', 'notify', 'action', 'interval_minutes', 'paused', 'expires'] as const;

const mostNameLength = 200;
/** As JSON text: thousands of searches are held at once. */
const mostSearchBytes = 131_072;
const mostMinutes = 10_080;

/** What POST takes; a member that is null was not given. */
export function readSavedSearch(body: unknown, options: ReadingOptions): SavedSearchTerms {
  const given = isObject(body) ? body : refuse('body', 'must be an object');
  refuseUnknown(given, names);
  const search = readSearch(given['search']);
  return {
    name: readName(given['name']),
    search,
    notify: isGiven(given['notify']) ? readNotify(given['notify'], options.arePrivateAllowed) : nobody,
    action: readAction(given['action'], search),
    intervalMinutes: readInterval(given['interval_minutes']),
    isPaused: readPaused(given['paused']),
    expiresAtMs: readExpiry(given['expires'], options.nowMs),
  };
}

/** What PATCH makes of a saved search: members that are not given stay, null takes one away. */
export function readSavedSearchChange(
  body: unknown,
  options: ReadingOptions,
): (now: SavedSearchTerms) => SavedSearchTerms {
  const given = isObject(body) ? body : refuse('body', 'must be an object');
  refuseUnknown(given, names);
  const change: Partial<SavedSearchTerms> = {
    ...('name' in given ? { name: readName(given['name']) } : {}),
    ...('search' in given ? { search: readSearch(given['search']) } : {}),
    ...('notify' in given ? { notify: readNotify(given['notify'] ?? {}, options.arePrivateAllowed) } : {}),
    ...('interval_minutes' in given ? { intervalMinutes: readInterval(given['interval_minutes']) } : {}),
    ...('paused' in given ? { isPaused: readPaused(given['paused']) } : {}),
    ...('expires' in given ? { expiresAtMs: readExpiry(given['expires'], options.nowMs) } : {}),
  };
  return (now) => {
    const { search = now.search } = change;
    const notify = change.notify === undefined ? now.notify : withQueriesOf(change.notify, now.notify);
    if ('action' in given) return { ...now, ...change, notify, action: readAction(given['action'], search) };
    if (search !== now.search) requireSuitable(now.action, search);
    return { ...now, ...change, notify };
  };
}

function readName(value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') return refuse('name', 'must be a text that is not empty');
  requireShortText('name', value, mostNameLength);
  return value;
}

function readSearch(value: unknown): JsonObject {
  const search = asObject(value, 'search');
  const paging = pageMembers.find((name) => isGiven(search[name]));
  if (paging !== undefined) refuse(`search.${paging}`, 'has no place in a saved search');
  if (Buffer.byteLength(JSON.stringify(search)) > mostSearchBytes)
    refuse('search', `must have at most ${mostSearchBytes} bytes`);
  readSearchBody(search, { alsoAllowed: new Set() });
  return Object.fromEntries(Object.entries(search).filter(([, each]) => isGiven(each)));
}

function readInterval(value: unknown): number | null {
  if (!isGiven(value)) return null;
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= mostMinutes
    ? value
    : refuse('interval_minutes', `must be a whole number from 1 to ${mostMinutes}`);
}

function readPaused(value: unknown): boolean {
  if (!isGiven(value)) return false;
  return typeof value === 'boolean' ? value : refuse('paused', 'must be true or false');
}

function readExpiry(value: unknown, nowMs: number): number | null {
  if (!isGiven(value)) return null;
  const date = typeof value === 'string' ? parseDate(value) : null;
  if (date === null) return refuse('expires', 'must be a date such as 2027-01-31T00:00:00Z');
  return date.ms > nowMs ? date.ms : refuse('expires', 'must lie in the future');
}
