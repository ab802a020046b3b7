import type { Command } from '../../command.ts';
import { serverHelp } from '../with-server.ts';
import { toEachOrder } from './each-order.ts';
import { orderHelp } from './named-orders.ts';

export const cancelOrder: Command = {
  summary: 'Cancel an order',
  help: `swath order cancel ORDER... [flags]

Stops an order that runs; what was delivered stays and is paid for.

${orderHelp}
${serverHelp}

Ends with 4 when it has ended already.

Examples:
  swath order cancel latest`,
  run: toEachOrder((orders, id, signal) => orders.cancel(id, { signal })),
};
