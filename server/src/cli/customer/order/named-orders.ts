import type { Client } from '@swath/client';
import { CommandFailure, type Terminal, UsageError, exitCodes } from '../../command.ts';
import { readRecords } from '../read-records.ts';

export const orderHelp = `  ORDER                 an id, 'latest', or - for what another command prints`;

/** The ids that the arguments name. */
export async function namedOrders(
  names: readonly string[],
  { orders }: Pick<Client, 'orders'>,
  terminal: Pick<Terminal, 'readInput'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const name of names) {
    if (name === '-') ids.push(...(await readRecords(terminal)).map(({ id }) => id));
    else ids.push(name === 'latest' ? await latestOrder(orders, signal) : name);
  }
  if (ids.length === 0) throw new UsageError('standard input names no order');
  return ids;
}

async function latestOrder(orders: Client['orders'], signal: AbortSignal): Promise<string> {
  const [newest] = (await orders.list({ limit: 1 }, { signal })).data;
  if (newest === undefined) throw new CommandFailure('there is no order yet', exitCodes.notFound);
  return newest.id;
}
