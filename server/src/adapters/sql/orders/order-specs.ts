import type { TileSpec } from '../../../orders/tile.ts';
import type { Sql } from '../database.ts';

type SpecRow = { readonly number: number; readonly spec: string };

const askedAtOnce = 100;
const numbered = Array.from({ length: askedAtOnce }, (_, index) => `$${index + 2}`).join(', ');
const chosenSpecs = `SELECT number, spec FROM order_tile_specs WHERE order_id = $1 AND number IN (${numbered})
  ORDER BY number`;

/** In the order of their numbers; a part that is not full asks for its last one again, so that one text fits all. */
export async function specsOf(sql: Pick<Sql, 'all'>, orderId: string, numbers: readonly number[]) {
  const wanted = [...new Set(numbers)].sort((a, b) => a - b);
  const found: { number: number; spec: TileSpec }[] = [];
  for (let first = 0; first < wanted.length; first += askedAtOnce) {
    const part = wanted.slice(first, first + askedAtOnce);
    const full = [...part, ...Array<number>(askedAtOnce - part.length).fill(part.at(-1)!)];
    for (const { number, spec } of await sql.all<SpecRow>(chosenSpecs, [orderId, ...full]))
      found.push({ number, spec: JSON.parse(spec) as TileSpec });
  }
  return found;
}
