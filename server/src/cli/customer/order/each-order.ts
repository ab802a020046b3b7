import type { Client, Order } from '@swath/client';
import { type Command, exitCodes } from '../../command.ts';
import { readArguments } from '../../read-arguments.ts';
import { serverFlags, withServer } from '../with-server.ts';
import { namedOrders } from './named-orders.ts';
import { printOrders } from './print-order.ts';

type Done = (orders: Client['orders'], id: string, signal: AbortSignal) => Promise<Order>;

/** A command that does one thing to each order that is named, and prints what became of it. */
export const toEachOrder =
  (does: Done): Command['run'] =>
  async (args, terminal) => {
    const { values, positionals } = readArguments(args, { flags: serverFlags, positionals: ['ORDER...'] });
    return withServer(terminal, values.server, async (client, signal) => {
      const done: Order[] = [];
      for (const id of await namedOrders(positionals, client, terminal, signal))
        done.push(await does(client.orders, id, signal));
      printOrders(terminal, done, values.json);
      return exitCodes.done;
    });
  };
