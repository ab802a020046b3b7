import type { Command } from '../../command.ts';
import { serverHelp } from '../with-server.ts';
import { toEachOrder } from './each-order.ts';
import { orderHelp } from './named-orders.ts';

export const showOrder: Command = {
  summary: 'Show an order',
  help: `swath order show ORDER... [flags]

${orderHelp}
${serverHelp}

Examples:
  swath order show latest
  swath order show 1234567890123456789 --json | jq .progress`,
  run: toEachOrder((orders, id, signal) => orders.read(id, { signal })),
};
