import type { ListedOrder, Order, OrderState } from '@swath/client';
import { type Terminal, exitCodes } from '../../command.ts';
import { harmless } from '../../print.ts';
import { areaText, bytesText, costText } from '../figures.ts';
import { printEach } from '../print-records.ts';

export function printOrders(terminal: Terminal, found: readonly Order[], isJson: boolean | undefined): void {
  printEach(terminal, found, factsOf, isJson);
  for (const { warnings } of found) for (const warning of warnings) terminal.err(`warning: ${harmless(warning)}`);
}

/** While it runs there is nothing to complain of. */
export const endOf = (found: readonly Pick<OrderState, 'state'>[]): number =>
  found.every(({ state }) => state === 'SUCCEEDED' || state === 'RUNNING') ? exitCodes.done : exitCodes.endedBadly;

function factsOf({ id, state, status_message: message, progress, created, order }: Order) {
  const { tiles, bytes } = progress;
  const failed = tiles.failed === 0 ? '' : `, ${tiles.failed} failed`;
  return {
    order: id,
    state,
    message,
    tiles: `${tiles.delivered} of ${tiles.total} delivered${failed}`,
    delivered: bytesText(bytes.delivered),
    acquisitions: String(order.acquisitions.length),
    area: areaText(order.usage.area.total_imagery_sqkm),
    cost: costText(order.usage.cost.total_imagery_cost),
    to: JSON.stringify(order.output_config),
    created,
  };
}

export const orderRow = ({ id, state, progress, created, order }: ListedOrder) => ({
  order: id,
  state,
  tiles: `${progress.tiles.delivered}/${progress.tiles.total}`,
  delivered: bytesText(progress.bytes.delivered),
  cost: costText(order.usage.cost.total_imagery_cost),
  created,
});
