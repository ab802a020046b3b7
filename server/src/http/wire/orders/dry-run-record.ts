import type { DryRun } from '../../../orders/placing/place-order.ts';
import { toInstant } from '../../../shared/dates.ts';
import { spentRecord } from '../../../usage/usage-record.ts';
import { acquisitionRecord, settingsRecord } from './order-record.ts';

/** What the order would have been; the sentence is the public clients' own. */
export const dryRunRecord = ({ order }: DryRun, nowMs: number) => ({
  status: 'SUCCEEDED',
  status_message: 'Order dry-run validation successful.',
  usage: spentRecord(order.usage, { isEstimate: true }),
  tiles: order.tiles.total,
  acquisitions: order.acquisitions.map(acquisitionRecord),
  output_config: order.output.shown,
  settings: settingsRecord(order.settings),
  warnings: order.warnings,
  response_timestamp: toInstant(nowMs),
});
