import { hash } from 'node:crypto';
import type { Principal } from '../accounts/principal.ts';
import { type Visibility, visibilityOfGrants } from '../catalog/visibility.ts';

type Sight = { readonly visibility: Visibility; readonly mark: string };

/** Principals are remembered while nothing changes, so what they see may be too. */
const sights = new WeakMap<Principal, Sight>();

/** The collections that a caller was granted. */
export const visibilityOf = (principal: Principal): Visibility => sightOf(principal).visibility;

/** The same for any two callers who see the same, for the tags of lists. */
export const visibilityMark = (principal: Principal): string => sightOf(principal).mark;

/** Whether nothing of what a caller saw is hidden from it now. */
export function seesNoLess(now: Principal, before: Principal): boolean {
  const [visible, seen] = [visibilityOf(now), visibilityOf(before)];
  return visible === 'all' || (seen !== 'all' && [...seen].every((collection) => visible.has(collection)));
}

function sightOf(principal: Principal): Sight {
  const known = sights.get(principal);
  if (known !== undefined) return known;
  const visibility = visibilityOfGrants(principal.collections);
  const sight = { visibility, mark: markOf(visibility) };
  sights.set(principal, sight);
  return sight;
}

function markOf(visibility: Visibility): string {
  if (visibility === 'all') return 'all';
  // No id holds a line feed.
  return hash('sha256', [...visibility].sort().join('\n'), 'base64url');
}
