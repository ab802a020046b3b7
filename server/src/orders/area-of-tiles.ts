import type { AgeClass } from '../usage/usage.ts';
import type { OrderStore } from './ports.ts';

const specsAtOnce = 500;

/** By the age of their imagery. */
export async function areaOfTiles(orders: Pick<OrderStore, 'specs'>, orderId: string, numbers: readonly number[]) {
  const area: Record<AgeClass, number> = { fresh: 0, standard: 0, training: 0 };
  for (let at = 0; at < numbers.length; at += specsAtOnce)
    for (const { spec } of await orders.specs(orderId, numbers.slice(at, at + specsAtOnce)))
      area[spec.ageClass] += spec.areaSqkm;
  return area;
}
