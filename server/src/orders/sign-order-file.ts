import type { Service } from '../service.ts';
import { hourMs } from '../shared/clock.ts';
import { signedQuery } from '../vault/signed-url.ts';
import { isManaged, nameWithin } from './open-order-file.ts';
import type { Order } from './order.ts';

/** Long enough to read a large file piece by piece. */
const validForMs = 12 * hourMs;

/** An address of a managed file that needs no credential, for a while; null for a bucket of the customer's. */
export function signOrderFile(
  { config, vault, clock }: Pick<Service, 'config' | 'vault' | 'clock'>,
  order: Order,
  key: string,
): string | null {
  if (!isManaged(order)) return null;
  const path = `/order/${order.id}/files/${nameWithin(order, key).split('/').map(encodeURIComponent).join('/')}`;
  return `${config.baseUrl}${path}?${signedQuery(vault, path, {}, clock.nowMs() + validForMs)}`;
}
