import { hash } from 'node:crypto';
import type { Principal } from '../accounts/principal.ts';
import type { Visibility } from '../catalog/visibility.ts';

type Sight = { readonly visibility: Visibility; readonly mark: string };

/** Principals are remembered while nothing changes, so what they see may be too. */
const sights = new WeakMap<Principal, Sight>();

/** The collections that a caller was granted. */
export const visibilityOf = (principal: Principal): Visibility => sightOf(principal).visibility;

/** The same for any two callers who see the same, for the tags of lists. */
export const visibilityMark = (principal: Principal): string => sightOf(principal).mark;

function sightOf(principal: Principal): Sight {
  const known = sights.get(principal);
  if (known !== undefined) return known;
  const sight = sightOfGrants(principal.collections);
  sights.set(principal, sight);
  return sight;
}

function sightOfGrants(collections: Principal['collections']): Sight {
  if (collections === null) return { visibility: 'all', mark: 'all' };
  // No id holds a line feed.
  const names = [...new Set(collections)].sort().join('\n');
  return { visibility: new Set(collections), mark: hash('sha256', names, 'base64url') };
}
