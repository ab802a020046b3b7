import { type Member, heldPermissions } from '../../accounts/account.ts';
import { toInstant } from '../../shared/dates.ts';

/** An account for the eye. */
export function accountFacts({ account, organization }: Member): Record<string, string> {
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    role: account.role,
    permissions: heldPermissions(account).join(' '),
    active: account.isActive ? 'yes' : 'no',
    organization: organization.name,
    'organization id': organization.id,
    collections: organization.collections?.join(' ') ?? '(all)',
    created: toInstant(account.createdAtMs),
    modified: toInstant(account.modifiedAtMs),
  };
}
