import { Type } from 'typebox';
import type { QueueState } from '../../../orders/switch-queue.ts';
import { toInstant, toInstantOrNull } from '../../../shared/dates.ts';
import { orNull } from '../parts/schema-parts.ts';

const count = Type.Integer({ minimum: 0 });

export const queueSchema = Type.Object({
  paused: orNull(Type.String({ description: 'Since when nothing is taken up; null while it is.' })),
  running: count,
  open_tiles: count,
  ending: count,
  workers: Type.Array(Type.Object({ name: Type.String(), tiles: count, lease_until: Type.String() }), {
    description:
      'Who holds tiles now. It is drained when it is paused, nobody holds any, none is ending and no ingest runs.',
  }),
  ingest: Type.Object({ running: count, waiting: count }, { description: 'Jobs of ingest.' }),
});

export const queueRecord = ({ pausedAtMs, running, openTiles, ending, holders, ingest }: QueueState) => ({
  paused: toInstantOrNull(pausedAtMs),
  running,
  open_tiles: openTiles,
  ending,
  workers: holders.map(({ name, tiles, leaseUntilMs }) => ({ name, tiles, lease_until: toInstant(leaseUntilMs) })),
  ingest,
});
