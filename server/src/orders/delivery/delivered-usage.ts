import { type AreaByAge, sumOrNull, toCents } from '../../usage/price-usage.ts';
import { type AgeClass, type Usage, byAge } from '../../usage/usage.ts';

/** What an order used that delivered these areas of all that it held; what earlier runs delivered keeps its price. */
export function deliveredUsage(held: Usage, area: AreaByAge, settled: Usage | null = null): Usage {
  if (settled === null) return { area, cost: byAge((age) => shareOf(held, age, area[age])) };
  const more = beyond(held, settled);
  const cost = byAge((age) => {
    const before = Math.min(area[age], settled.area[age]);
    return sumOrNull(shareOf(settled, age, before), shareOf(more, age, area[age] - before));
  });
  return { area, cost };
}

/** What the last retry has added. */
const beyond = (held: Usage, settled: Usage): Usage => ({
  area: byAge((age) => held.area[age] - settled.area[age]),
  cost: byAge((age) => {
    const [whole, part] = [held.cost[age], settled.cost[age]];
    return whole === null || part === null ? null : toCents(whole - part);
  }),
});

/** At the price that was held, to a hundredth; nothing costs nothing, also where there is no price. */
function shareOf({ area, cost }: Usage, age: AgeClass, sqkm: number): number | null {
  const [whole, price] = [area[age], cost[age]];
  if (sqkm === 0) return 0;
  if (price === null) return null;
  return whole > 0 ? Math.min(price, toCents((price * sqkm) / whole)) : 0;
}
