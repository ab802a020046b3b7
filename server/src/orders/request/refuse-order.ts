import { PlatformError } from '../../shared/errors.ts';

/** Tells the caller which member of an order is wrong and what its rule is. */
export function refuseOrder(member: string, rule: string): never {
  throw new PlatformError('order_refused', `${member} ${rule}`);
}

/** Of a text that came, as much as shows what was wrong with it. */
export const shortened = (text: string, most = 100): string =>
  text.length > most ? `${text.slice(0, most)}...` : text;
