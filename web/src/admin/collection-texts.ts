import type { Collection, OrganizationEntry } from '@swath/client';
import { countText, degreesText } from '../ui/figures.ts';

/** West, south, east, north; documents of others may hold anything. */
export function placeText({ extent }: Pick<Collection, 'extent'>): string {
  const box = extent?.spatial?.bbox?.[0];
  if (!Array.isArray(box) || (box.length !== 4 && box.length !== 6)) return 'no place';
  const flat = box.length === 6 ? [box[0], box[1], box[3], box[4]] : box;
  return flat.map((each) => degreesText(Number(each))).join(', ');
}

export function timeText({ extent }: Pick<Collection, 'extent'>): string {
  const [from, to] = extent?.temporal?.interval?.[0] ?? [];
  if (!from && !to) return 'any time';
  return `${dayOf(from) ?? 'ever'} to ${dayOf(to) ?? 'now'}`;
}

const dayOf = (text: string | null | undefined): string | null => (typeof text === 'string' ? text.slice(0, 10) : null);

/** Administrators see everything; of customers those whose organization has no list, or names it. */
export function seenByText(id: string, organizations: readonly OrganizationEntry[] | undefined): string {
  if (organizations === undefined) return '';
  const seeing = organizations.filter(({ collections }) => collections === null || collections.includes(id)).length;
  if (seeing === organizations.length) return 'everybody';
  return seeing === 0
    ? 'administrators alone'
    : `${countText(seeing)} of ${countText(organizations.length)} organizations`;
}

export const namedBy = (id: string, organizations: readonly OrganizationEntry[]): readonly OrganizationEntry[] =>
  organizations.filter(({ collections }) => collections?.includes(id) === true);
