import { type Member, heldPermissions } from '../../accounts/account.ts';
import type { Customer } from '../../orders/placing/place-order.ts';
import type { SavedSearch } from '../saved-search.ts';

/** Collections that a saved search sees now; null is all. */
export function sightOf(
  account: Pick<Member['account'], 'role'>,
  organization: Pick<Member['organization'], 'collections'>,
  { grants }: Pick<SavedSearch, 'grants'>,
): readonly string[] | null {
  const ofAccount = account.role === 'admin' ? null : organization.collections;
  if (grants === null) return ofAccount;
  if (ofAccount === null) return grants;
  const granted = new Set(ofAccount);
  return grants.filter((collection) => granted.has(collection));
}

export const customerOf = ({ account, organization }: Member, search: SavedSearch): Customer => ({
  account,
  organization,
  collections: sightOf(account, organization, search),
});

export const maySearch = (account: Parameters<typeof heldPermissions>[0]): boolean =>
  heldPermissions(account).includes('search');
