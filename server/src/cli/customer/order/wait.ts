import type { Order } from '@swath/client';
import type { Command } from '../../command.ts';
import { readArguments } from '../../read-arguments.ts';
import { createTeller, orderProgressText, progressFlag, progressHelp } from '../tell-progress.ts';
import { serverFlags, serverHelp, withServer } from '../with-server.ts';
import { namedOrders, orderHelp } from './named-orders.ts';
import { endOf, printOrders } from './print-order.ts';

export const waitForOrder: Command = {
  summary: 'Wait until an order has ended',
  help: `swath order wait ORDER... [flags]

Follows orders to their end and prints them then.

${orderHelp}
${progressHelp}
${serverHelp}

Ends with 0 when all succeeded, 6 when one came to another end.

Examples:
  swath order wait latest
  swath order create latest | swath order wait - && echo delivered`,
  run: async (args, terminal) => {
    const flags = { ...progressFlag, ...serverFlags } as const;
    const { values, positionals } = readArguments(args, { flags, positionals: ['ORDER...'] });
    const tell = createTeller(terminal, values.progress);
    return withServer(terminal, values.server, async (client, signal) => {
      const ended: Order[] = [];
      for (const id of await namedOrders(positionals, client, terminal, signal))
        ended.push(
          await client.orders.wait(id, { signal, onProgress: (state) => tell(() => orderProgressText(state)) }),
        );
      printOrders(terminal, ended, values.json);
      return endOf(ended);
    });
  },
};
