import { rangeOfWorld } from '../../../../catalog/plan/streams.ts';
import { packedMs } from '../../../../catalog/plan/packed-time.ts';
import { type TimeSpread, spreadOf } from '../../../../catalog/plan/time-spread.ts';
import { isCounted } from './is-counted.ts';
import { dayKind } from '../rollups/rolled-keys.ts';
import { everyCollection } from '../rollups/rollup-schema.ts';
import type { Prepare } from '../file/statements.ts';

/** How all items are spread over time, by how many there are; null where days are not counted. */
export type TimeSpreads = (items: number) => TimeSpread | null;

const months = `SELECT substr(key, 1, 7) || '-01', sum(items) FROM rollups WHERE kind = ? AND collection = ? GROUP BY 1`;
const ends = `SELECT min(nullif(oldest, '')), max(nullif(newest, '')) FROM stream_facts WHERE items > 0 AND stream BETWEEN ? AND ?`;

/** Read again once an eighth of the items has come or gone: it need not be exact. */
export function createTimeSpreads(prepare: Prepare): TimeSpreads {
  let known: { readonly items: number; readonly spread: TimeSpread | null } | null = null;
  return (items) => {
    if (known === null || Math.abs(items - known.items) * 8 > known.items) known = { items, spread: read(prepare) };
    return known.spread;
  };
}

function read(prepare: Prepare): TimeSpread | null {
  if (!isCounted(prepare, dayKind)) return null;
  const [oldest, newest] = prepare(ends).get(rangeOfWorld.first, rangeOfWorld.last) as [string | null, string | null];
  const spans = prepare(months).all(dayKind, everyCollection) as unknown as readonly [string, number][];
  return oldest === null || newest === null ? null : spreadOf(spans, packedMs(oldest), packedMs(newest));
}
