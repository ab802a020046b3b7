import { type AreaByAge, toCents } from '../../usage/price-usage.ts';
import { type AgeClass, type Usage, byAge } from '../../usage/usage.ts';

/** What an order used that delivered these areas of all that it held. */
export function deliveredUsage(held: Usage, area: AreaByAge): Usage {
  return { area, cost: byAge((age) => shareOf(held, age, area[age])) };
}

/** At the price that was held, to a hundredth; nothing costs nothing, also where there is no price. */
function shareOf({ area, cost }: Usage, age: AgeClass, sqkm: number): number | null {
  const [whole, price] = [area[age], cost[age]];
  if (sqkm === 0) return 0;
  if (price === null) return null;
  return whole > 0 ? Math.min(price, toCents((price * sqkm) / whole)) : 0;
}
