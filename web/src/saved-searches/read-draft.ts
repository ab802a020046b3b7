import type { NewSavedSearch, SavedSearch, SavedSearchChange, SearchAction } from '@swath/client';
import { areaMembers } from '../aoi/area.ts';
import { parseArea } from '../aoi/parse-area.ts';
import { readNames } from '../catalog/collection-names.ts';
import { readAmount } from '../ui/amount.ts';
import { endOfLocalDay } from '../ui/local-day.ts';
import { datetimeOf } from './datetime-of.ts';
import { type Draft, draftOf } from './draft.ts';

/** Why a form cannot be sent, in words for whoever filled it in. */
export class DraftProblem extends Error {
  override readonly name = 'DraftProblem';
}

/** Throws a `DraftProblem` or an `AreaProblem`. */
export const newSearchOf = (draft: Draft): NewSavedSearch => ({
  name: draft.name.trim(),
  search: searchOf(draft),
  notify: notifyOf(draft),
  ...(draft.action === 'none' ? {} : { action: actionOf(draft) }),
  ...(draft.interval.trim() === '' ? {} : { interval_minutes: numberOf(draft.interval, 'The interval') }),
  ...(draft.expires === '' ? {} : { expires: endOfDay(draft.expires) }),
});

/** Only what is another than before: addresses and credentials are shown without their secrets. */
export function changeOf(saved: SavedSearch, draft: Draft): SavedSearchChange {
  const before = draftOf(saved);
  const isOther = (...names: readonly (keyof Draft)[]) => names.some((name) => draft[name] !== before[name]);
  return {
    ...(isOther('name') && { name: draft.name.trim() }),
    ...(isOther('q', 'collections', 'datetime', 'filter', 'aoi') && { search: changedSearch(saved, before, draft) }),
    ...(isOther('told', 'emails', 'webhooks') && { notify: notifyOf(draft) }),
    ...(draft.action !== 'kept' && isOther(...ofAction) && { action: actionOf(draft) }),
    ...(isOther('interval') && {
      interval_minutes: draft.interval.trim() === '' ? null : numberOf(draft.interval, 'The interval'),
    }),
    ...(isOther('expires') && { expires: endOfDay(draft.expires) }),
  };
}

const ofAction = [
  'action',
  'stackDepth',
  'bucket',
  'prefix',
  'isHd',
  'budgetArea',
  'budgetCost',
  'budgetPeriod',
  'orderArea',
  'orderCost',
] as const;

type Search = NewSavedSearch['search'];

function searchOf(draft: Draft): Search {
  const [q, datetime, filter] = [draft.q.trim(), draft.datetime.trim(), draft.filter.trim()];
  const collections = readNames(draft.collections);
  return {
    ...(q && { q }),
    ...(collections.length > 0 && { collections }),
    ...(datetime && { datetime: datetimeOf(datetime) }),
    ...(filter && filterMembers(filter)),
    ...(draft.aoi.trim() && (areaMembers(parseArea(draft.aoi)) as Search)),
  };
}

const formMembers: ReadonlySet<string> = new Set(['q', 'collections', 'datetime', 'filter', 'filter-lang']);
const areaNames: ReadonlySet<string> = new Set(['bbox', 'intersects']);

/** What the form does not show stays, and so does an area that was not touched. */
function changedSearch({ search }: SavedSearch, before: Draft, draft: Draft): Search {
  const isSameArea = draft.aoi === before.aoi;
  const kept = Object.entries(search).filter(
    ([name]) => !formMembers.has(name) && (isSameArea || !areaNames.has(name)),
  );
  return { ...Object.fromEntries(kept), ...searchOf(isSameArea ? { ...draft, aoi: '' } : draft) };
}

function filterMembers(text: string): Pick<Search, 'filter' | 'filter-lang'> {
  if (!text.startsWith('{')) return { filter: text, 'filter-lang': 'cql2-text' };
  try {
    return { filter: JSON.parse(text) as Readonly<Record<string, unknown>>, 'filter-lang': 'cql2-json' };
  } catch {
    throw new DraftProblem('The filter begins like JSON but is none.');
  }
}

function notifyOf({ told, emails, webhooks }: Draft): NonNullable<NewSavedSearch['notify']> {
  const addresses = partsOf(emails);
  if (told === 'others' && addresses.length === 0) throw new DraftProblem('Name at least one address to mail to.');
  return {
    email: told === 'others' ? addresses : told === 'me',
    webhook: webhooks.split(/\s+/).filter((url) => url !== ''),
  };
}

function actionOf(draft: Draft): SearchAction | null {
  if (draft.action === 'none' || draft.action === 'kept') return null;
  if (draft.action === 'select')
    return { select: draft.stackDepth.trim() === '' ? {} : { stack_depth: numberOf(draft.stackDepth, 'The depth') } };
  const cap = { ...capOf(draft.budgetArea, draft.budgetCost) };
  if (Object.keys(cap).length === 0) throw new DraftProblem('An order needs a budget: an area, a cost, or both.');
  const [bucket, prefix] = [draft.bucket.trim(), draft.prefix.trim()];
  return {
    order: { bucket: bucket || 'managed', ...(prefix && { prefix }), ...(draft.isHd && { hd: true }) },
    budget: {
      ...cap,
      period: draft.budgetPeriod as 'total',
      per_order: capOf(draft.orderArea, draft.orderCost),
    },
  };
}

const capOf = (area: string, cost: string) => ({
  ...(area.trim() !== '' && { area_sqkm: numberOf(area, 'An area') }),
  ...(cost.trim() !== '' && { cost: numberOf(cost, 'A cost') }),
});

const partsOf = (text: string): readonly string[] => text.split(/[\s,]+/).filter((part) => part !== '');

function numberOf(text: string, what: string): number {
  const number = readAmount(text);
  if (number === null) throw new DraftProblem(`${what} must be a number, such as 1000 or 12.5.`);
  return number;
}

/** The day is that of whoever typed it. */
const endOfDay = (day: string): string | null => endOfLocalDay(day)?.toISOString() ?? null;
