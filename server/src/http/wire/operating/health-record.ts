import { Type } from 'typebox';
import { arrivalsBehind } from '../../../health/find-trouble.ts';
import type { Outgoing } from '../../../health/health.ts';
import type { ToldHealth } from '../../../health/tell-health.ts';
import { secondMs } from '../../../shared/clock.ts';
import { toInstant, toInstantOrNull } from '../../../shared/dates.ts';
import { orNull } from '../parts/schema-parts.ts';

const count = Type.Integer({ minimum: 0 });
const time = Type.String();
const outgoing = Type.Object({ waiting: count, failed: count, oldest: orNull(time) });

export const healthSchema = Type.Object({
  version: Type.String(),
  runtime: Type.String(),
  started: time,
  uptime_seconds: Type.Number(),
  memory_bytes: count,
  trouble: Type.Array(Type.Object({ kind: Type.Enum(['error', 'warning']), text: Type.String() }), {
    description: 'What an operator should look at.',
  }),
  store: Type.Object({
    kind: Type.Enum(['sqlite', 'postgres']),
    bytes: count,
    schema_version: Type.Integer(),
    writable: Type.Boolean(),
  }),
  catalogue: Type.Object({
    bytes: count,
    arrivals: Type.Integer({ description: 'How many items were ever created.' }),
    tended: Type.Boolean({ description: 'Indexes, texts or summaries are being brought up to date.' }),
  }),
  disk: Type.Object({
    free_bytes: count,
    total_bytes: count,
    low: Type.Boolean({ description: 'Too little is free: new work is refused.' }),
  }),
  orders: Type.Object({
    running: count,
    open_tiles: count,
    paused: orNull(Type.String({ description: 'Since when nothing is delivered.' })),
    next_tile: orNull(Type.String({ description: 'The earliest moment at which a tile may be taken.' })),
    workers: Type.Array(Type.Object({ name: Type.String(), tiles: count, lease_until: time }), {
      description: 'Who holds tiles now.',
    }),
  }),
  selects: Type.Object({ running: count }),
  ingest: Type.Object({ queued: count, running: count, interrupted: count }),
  saved_searches: Type.Object({
    watched: count,
    arrivals_behind: count,
    open_matches: count,
  }),
  mail: outgoing,
  webhooks: outgoing,
  read: time,
});

const outgoingRecord = ({ waiting, failed, oldestAtMs }: Outgoing) => ({
  waiting,
  failed,
  oldest: toInstantOrNull(oldestAtMs),
});

export const healthRecord = (health: ToldHealth) => ({
  version: health.machine.version,
  runtime: health.machine.runtime,
  started: toInstant(health.machine.startedAtMs),
  uptime_seconds: Math.max(0, health.readAtMs - health.machine.startedAtMs) / secondMs,
  memory_bytes: health.machine.memoryBytes,
  trouble: health.trouble,
  store: {
    kind: health.store.kind,
    bytes: health.store.bytes,
    schema_version: health.store.schemaVersion,
    writable: health.isWritable,
  },
  catalogue: {
    bytes: health.machine.catalogueBytes,
    arrivals: health.catalogue.arrivals,
    tended: health.catalogue.isTended,
  },
  disk: {
    free_bytes: health.machine.disk.freeBytes,
    total_bytes: health.machine.disk.totalBytes,
    low: health.isDiskLow,
  },
  orders: {
    running: health.orders.running,
    open_tiles: health.orders.openTiles,
    paused: toInstantOrNull(health.pausedAtMs),
    next_tile: toInstantOrNull(health.nextTileAtMs),
    workers: health.orders.holders.map(({ name, tiles, leaseUntilMs }) => ({
      name,
      tiles,
      lease_until: toInstant(leaseUntilMs),
    })),
  },
  selects: { running: health.selectsRunning },
  ingest: health.ingest,
  saved_searches: {
    watched: health.savedSearches.watched,
    arrivals_behind: arrivalsBehind(health),
    open_matches: health.savedSearches.openBatches,
  },
  mail: outgoingRecord(health.mail),
  webhooks: outgoingRecord(health.webhooks),
  read: toInstant(health.readAtMs),
});
