import type { Principal } from '../accounts/principal.ts';
import type { Service } from '../service.ts';
import { PlatformError } from '../shared/errors.ts';
import { isLongId } from '../shared/long-id.ts';
import type { Order } from './order.ts';

/** The caller's order; unknown and another account's are the same. */
export async function findOrder(
  { orders }: Pick<Service, 'orders'>,
  { account }: Pick<Principal, 'account'>,
  id: string,
): Promise<Order> {
  const order = isLongId(id) ? await orders.byId(account.id, id) : null;
  if (order === null) throw new PlatformError('not_found');
  return order;
}

/** The order of a signed address, which ends with the account whose it is. */
export async function findSignedOrder(
  { orders, accounts }: Pick<Service, 'orders' | 'accounts'>,
  id: string,
): Promise<Order> {
  const order = isLongId(id) ? await orders.ofAnyone(id) : null;
  if (order === null) throw new PlatformError('not_found');
  const owner = await accounts.byId(order.accountId);
  if (owner?.account.isActive !== true) throw new PlatformError('unauthorized');
  return order;
}
