import type { Order } from '../../../orders/order.ts';
import type { TileSpec } from '../../../orders/tile.ts';
import type { Sql, Value } from '../database.ts';
import { usageValues } from './order-budget.ts';
import { lastTurn } from './running/order-turns.ts';
import { toJsonOrNull } from '../shared-json.ts';

/** A tile for a verb: long specs cross to the writer's thread faster as text. */
export type NewTile = { readonly acquisitionId: string; readonly cellId: string; readonly spec: string };

export const toNewTile = (spec: TileSpec): NewTile => ({
  acquisitionId: spec.acquisitionId,
  cellId: spec.cellId,
  spec: JSON.stringify(spec),
});

const orderColumns = `id, account_id, organization_id, state, created_at_ms, changed_at_ms, due_at_ms, select_id,
  bucket_identity, prefix, content_key, fingerprint, is_managed, has_manifest, runs, area_fresh, area_standard,
  area_training, cost_fresh, cost_standard, cost_training, tiles_total, unsettled, sealed_credentials, key_id, project, served`;

type BesideOrder = {
  readonly tiles: number;
  readonly keyId: string | null;
  readonly sealedCredentials: string | null;
};

/** As it is when it is placed: running, and nothing of it delivered. The project is the key's, as it is now. */
export async function insertOrder(sql: Sql, order: Order, beside: BesideOrder): Promise<void> {
  const { tiles, keyId, sealedCredentials } = beside;
  await sql.run(
    `INSERT INTO orders (${orderColumns}) VALUES ($1, $2, $3, 'RUNNING', $4, $5, $4, $6, $7, $8, $9, $10, $11, 0, $12,
       $13, $14, $15, $16, $17, $18, $19, $19, $20, $21, COALESCE((SELECT project FROM api_keys WHERE id = $21), ''),
       ${lastTurn('$3')})`,
    [
      order.id,
      order.accountId,
      order.organizationId,
      order.createdAtMs,
      order.changedAtMs,
      order.selectId,
      order.output.identity,
      order.output.place,
      order.contentKey,
      order.fingerprint,
      Number(order.output.target.kind === 'managed'),
      order.runs,
      ...usageValues(order.usage),
      tiles,
      sealedCredentials,
      keyId ?? '',
    ],
  );
  await insertDocuments(sql, order);
}

async function insertDocuments(sql: Sql, order: Order): Promise<void> {
  await sql.run(
    `INSERT INTO order_documents (order_id, settings, output, notifications, warnings, metadata, as_sent, acquisitions,
       aoi)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      order.id,
      JSON.stringify(order.settings),
      JSON.stringify(order.output),
      JSON.stringify(order.notifications),
      JSON.stringify(order.warnings),
      JSON.stringify(order.metadata ?? null),
      JSON.stringify(order.asSent),
      JSON.stringify(order.acquisitions),
      toJsonOrNull(order.aoi),
    ],
  );
}

/** Few texts to prepare, and few calls for any number of tiles: 10,000 take 41 for each table. */
const rowsAtOnce = [256, 128, 64, 32, 16, 8, 4, 2, 1] as const;

const valuesFor = (rows: number, shared: readonly string[], own: number): string =>
  Array.from({ length: rows }, (_, row) => {
    const first = shared.filter((value) => value.startsWith('$')).length + row * own + 1;
    const mine = Array.from({ length: own }, (__, column) => `$${first + column}`);
    return `(${[...shared, ...mine].join(', ')})`;
  }).join(', ');

const tileInserts = new Map(
  rowsAtOnce.map((rows) => [
    rows,
    `INSERT INTO order_tiles (order_id, due_at_ms, state, number, acquisition_id, cell_id)
     VALUES ${valuesFor(rows, ['$1', '$2', `'queued'`], 3)}`,
  ]),
);
const specInserts = new Map(
  rowsAtOnce.map((rows) => [
    rows,
    `INSERT INTO order_tile_specs (order_id, number, spec) VALUES ${valuesFor(rows, ['$1'], 2)}`,
  ]),
);

/** Numbered from 0 in the order given. */
export async function insertTiles(
  sql: Sql,
  { id, createdAtMs }: Pick<Order, 'id' | 'createdAtMs'>,
  tiles: readonly NewTile[],
): Promise<void> {
  let number = 0;
  for (const rows of rowsAtOnce)
    for (; tiles.length - number >= rows; number += rows) {
      const part = tiles.slice(number, number + rows).map((tile, index) => ({ number: number + index, ...tile }));
      const tileValues: Value[] = part.flatMap((tile) => [tile.number, tile.acquisitionId, tile.cellId]);
      const specValues: Value[] = part.flatMap((tile) => [tile.number, tile.spec]);
      await sql.run(tileInserts.get(rows)!, [id, createdAtMs, ...tileValues]);
      await sql.run(specInserts.get(rows)!, [id, ...specValues]);
    }
}
