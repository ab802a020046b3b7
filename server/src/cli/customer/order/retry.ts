import type { Command } from '../../command.ts';
import { serverHelp } from '../with-server.ts';
import { toEachOrder } from './each-order.ts';
import { orderHelp } from './named-orders.ts';

export const retryOrder: Command = {
  summary: 'Try the failed tiles of an order again',
  help: `swath order retry ORDER... [flags]

Delivers once more what failed of an order that is partial or failed; the sources are looked up anew.

${orderHelp}
${serverHelp}

Ends with 4 when there is nothing to try again.

Examples:
  swath order retry latest | swath order wait -`,
  run: toEachOrder((orders, id, signal) => orders.retry(id, undefined, { signal })),
};
