import type { BucketCredentials } from '../../../buckets/bucket-target.ts';
import type { ListedOrder, Order, OrderState } from '../../../orders/order.ts';
import type { OrderProgress } from '../../../orders/ports.ts';
import type { OrderTile, TileState } from '../../../orders/tile.ts';
import type { Usage } from '../../../usage/usage.ts';
import type { Vault } from '../../../vault/vault.ts';
import { pausedAt } from './running/queue-switch.ts';

export type ProgressRow = {
  readonly id: string;
  readonly state: OrderState;
  readonly created_at_ms: number;
  readonly changed_at_ms: number;
  readonly finished_at_ms: number | null;
  readonly failure: string | null;
  readonly tiles_total: number;
  readonly tiles_delivered: number;
  readonly tiles_failed: number;
  readonly delivered_bytes: number;
  readonly runs: number;
  readonly has_manifest: number;
  readonly is_paused: number;
};

export type ListedOrderRow = ProgressRow & {
  readonly account_id: string;
  readonly organization_id: string;
  readonly select_id: string | null;
  readonly content_key: string;
  readonly fingerprint: string;
  readonly area_fresh: number;
  readonly area_standard: number;
  readonly area_training: number;
  readonly cost_fresh: number | null;
  readonly cost_standard: number | null;
  readonly cost_training: number | null;
  readonly settled_usage: string | null;
  readonly settings: string;
  readonly output: string;
  readonly notifications: string;
  readonly warnings: string;
  readonly metadata: string;
  readonly as_sent: string;
};

export type OrderRow = ListedOrderRow & { readonly acquisitions: string; readonly aoi: string | null };

/** What ends an order needs besides the order. */
export type OrderLeaseRow = OrderRow & { readonly fence: number; readonly sealed_credentials: string | null };

const isPaused = `CASE WHEN o.state = 'RUNNING' AND (${pausedAt}) IS NOT NULL THEN 1 ELSE 0 END AS is_paused`;
// One that runs may not have been brought to its end when that was last tried.
const failure = `CASE WHEN o.state = 'RUNNING' THEN o.end_error ELSE o.failure END AS failure`;
const progressColumns = `o.id, o.state, o.created_at_ms, o.changed_at_ms, o.finished_at_ms, ${failure}, o.tiles_total,
  o.tiles_delivered, o.tiles_failed, o.delivered_bytes, o.runs, o.has_manifest, ${isPaused}`;
export const usageColumns =
  'o.area_fresh, o.area_standard, o.area_training, o.cost_fresh, o.cost_standard, o.cost_training';
const listedColumns = `${progressColumns}, o.account_id, o.organization_id, o.select_id, o.content_key, o.fingerprint,
  ${usageColumns}, o.settled_usage,
  d.settings, d.output, d.notifications, d.warnings, d.metadata, d.as_sent`;

const withDocuments = 'FROM orders o JOIN order_documents d ON d.order_id = o.id';

export const selectProgress = `SELECT ${progressColumns} FROM orders o`;
export const selectListed = `SELECT ${listedColumns} ${withDocuments}`;
export const selectOrder = `SELECT ${listedColumns}, d.acquisitions, d.aoi ${withDocuments}`;
export const selectLeasedOrder = `SELECT ${listedColumns}, d.acquisitions, d.aoi, o.fence, o.sealed_credentials
  ${withDocuments}`;

export type UsageColumns = Pick<
  ListedOrderRow,
  'area_fresh' | 'area_standard' | 'area_training' | 'cost_fresh' | 'cost_standard' | 'cost_training'
>;

export const usageOf = (row: UsageColumns): Usage => ({
  area: { fresh: row.area_fresh, standard: row.area_standard, training: row.area_training },
  cost: { fresh: row.cost_fresh, standard: row.cost_standard, training: row.cost_training },
});

export const toProgress = (row: ProgressRow): OrderProgress => ({
  id: row.id,
  state: row.state,
  createdAtMs: row.created_at_ms,
  changedAtMs: row.changed_at_ms,
  finishedAtMs: row.finished_at_ms,
  failure: row.failure,
  tiles: { total: row.tiles_total, delivered: row.tiles_delivered, failed: row.tiles_failed },
  deliveredBytes: row.delivered_bytes,
  runs: row.runs,
  hasManifest: row.has_manifest === 1,
  isPaused: row.is_paused === 1,
});

export const toListedOrder = (row: ListedOrderRow): ListedOrder => ({
  ...toProgress(row),
  accountId: row.account_id,
  organizationId: row.organization_id,
  asSent: JSON.parse(row.as_sent) as Order['asSent'],
  selectId: row.select_id,
  settings: JSON.parse(row.settings) as Order['settings'],
  output: JSON.parse(row.output) as Order['output'],
  notifications: JSON.parse(row.notifications) as Order['notifications'],
  metadata: JSON.parse(row.metadata) as unknown,
  warnings: JSON.parse(row.warnings) as readonly string[],
  usage: usageOf(row),
  settledUsage: row.settled_usage === null ? null : (JSON.parse(row.settled_usage) as Usage),
  fingerprint: row.fingerprint,
  contentKey: row.content_key,
});

export const toOrder = (row: OrderRow): Order => ({
  ...toListedOrder(row),
  aoi: row.aoi === null ? null : (JSON.parse(row.aoi) as Order['aoi']),
  acquisitions: JSON.parse(row.acquisitions) as Order['acquisitions'],
});

export type TileRow = {
  readonly number: number;
  readonly acquisition_id: string;
  readonly cell_id: string;
  readonly state: TileState;
  readonly attempts: number;
  readonly error: string | null;
  readonly files: string | null;
};

export const tileColumns = 'number, acquisition_id, cell_id, state, attempts, error, files';

export const toOrderTile = (row: TileRow): OrderTile => ({
  number: row.number,
  acquisitionId: row.acquisition_id,
  cellId: row.cell_id,
  state: row.state,
  attempts: row.attempts,
  error: row.error,
  files: row.files === null ? [] : (JSON.parse(row.files) as OrderTile['files']),
});

const credentialsContext = (orderId: string) => `order-credentials:${orderId}`;

export const sealCredentials = (vault: Vault, orderId: string, credentials: BucketCredentials | null): string | null =>
  credentials === null ? null : vault.seal(JSON.stringify(credentials), credentialsContext(orderId));

export function openCredentials(vault: Vault, orderId: string, sealed: string | null): BucketCredentials | null {
  if (sealed === null) return null;
  try {
    return JSON.parse(vault.open(sealed, credentialsContext(orderId))) as BucketCredentials;
  } catch {
    // The bucket then refuses this one order, with a reason; an error here would hold up all the others.
    return null;
  }
}
