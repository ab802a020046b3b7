import type { Principal } from '../../accounts/principal.ts';
import type { Service } from '../../service.ts';
import { PlatformError } from '../../shared/errors.ts';
import { isLongId } from '../../shared/long-id.ts';
import type { Selection } from '../selection.ts';

type Needs = Pick<Service, 'selections' | 'accounts' | 'clock'>;

/** The caller's select; unknown, expired and another account's are all the same. */
export async function findSelect(
  { selections, clock }: Pick<Needs, 'selections' | 'clock'>,
  { account }: Pick<Principal, 'account'>,
  id: string,
): Promise<Selection> {
  const selection = isLongId(id) ? await selections.byId(account.id, id, clock.nowMs()) : null;
  return selection ?? notFound(id);
}

/** The select of a signed address, which ends with the account whose it is. */
export async function findSignedSelect({ selections, accounts, clock }: Needs, id: string): Promise<Selection> {
  const selection = isLongId(id) ? await selections.ofAnyone(id, clock.nowMs()) : null;
  if (selection === null) return notFound(id);
  const owner = await accounts.byId(selection.accountId);
  if (owner?.account.isActive !== true) throw new PlatformError('unauthorized');
  return selection;
}

/** Long enough to see what was wrong with it. */
const mostShown = 100;

function notFound(id: string): never {
  throw new PlatformError('select_not_found', id.length > mostShown ? `${id.slice(0, mostShown)}...` : id);
}
