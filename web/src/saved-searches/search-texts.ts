import type { SavedSearch } from '@swath/client';
import { areaText, costText } from '../ui/figures.ts';
import { isRecord } from '../ui/is-record.ts';

const long = 80;
const short = (text: string): string => (text.length > long ? `${text.slice(0, long)}…` : text);

/** What is looked for, in few words; the page of the search has all of it. */
export function searchText({ search }: Pick<SavedSearch, 'search'>): string {
  const { q, collections, datetime, filter, bbox, intersects } = search;
  const parts = [
    (typeof q === 'string' || Array.isArray(q)) && `“${short([q].flat().join(' '))}”`,
    Array.isArray(collections) && `in ${short(collections.join(', '))}`,
    (bbox || intersects) && 'within an area',
    typeof datetime === 'string' && `taken ${datetime}`,
    filter && (typeof filter === 'string' ? short(filter) : 'with a filter'),
  ].filter((part) => typeof part === 'string');
  return parts.length === 0 ? 'Everything that arrives' : parts.join(', ');
}

export function toldText({ notify: { email, webhook } }: Pick<SavedSearch, 'notify'>): string {
  const parts = [
    email === true && 'you, by mail',
    Array.isArray(email) && email.join(', '),
    ...webhook.map((url) => url),
  ].filter((part) => typeof part === 'string');
  return parts.length === 0 ? 'nobody' : parts.join(', ');
}

export function actionText({ action }: Pick<SavedSearch, 'action'>): string {
  if (!isRecord(action)) return 'nothing more';
  if (isRecord(action['select'])) return 'select';
  const budget = isRecord(action['budget']) ? action['budget'] : {};
  const caps = [
    typeof budget['area_sqkm'] === 'number' && areaText(budget['area_sqkm']),
    typeof budget['cost'] === 'number' && `a cost of ${costText(budget['cost'])}`,
  ].filter((cap) => cap !== false);
  const { period } = budget;
  const until = typeof period === 'string' && period !== 'total' ? `a ${period}` : 'in all';
  return `order, up to ${caps.join(' and ')} ${until}`;
}
