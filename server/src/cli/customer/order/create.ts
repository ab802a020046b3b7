import type { DryRun, OrderState } from '@swath/client';
import { type Command, UsageError, exitCodes } from '../../command.ts';
import { readArguments, refuseTogether } from '../../read-arguments.ts';
import { areaHelp } from '../area-flags.ts';
import { areaText, costText } from '../figures.ts';
import { printRecord } from '../print-records.ts';
import { createTeller, orderProgressText, pausedText, progressFlag, progressHelp } from '../tell-progress.ts';
import { serverFlags, serverHelp, withServer } from '../with-server.ts';
import { orderFlags, products, readOrder } from './order-flags.ts';
import { endOf, printOrders } from './print-order.ts';

const flags = {
  ...orderFlags,
  'dry-run': { type: 'boolean' },
  'idempotency-key': { type: 'string' },
  wait: { type: 'boolean' },
  ...progressFlag,
  ...serverFlags,
} as const;

export const createOrder: Command = {
  summary: 'Order what a select chose, or acquisitions',
  help: `swath order create [SELECT|-] [flags]

Orders imagery: everything is checked before it is taken, the bucket last. Without --bucket it goes into the service's
own storage, from which 'swath order download' fetches it.

  SELECT                the id of a select, 'latest', or - for what 'swath select' or 'swath search' prints
  --acquisitions ID,ID  instead of a select; with --bbox or --area only what lies in the area
${areaHelp}
  --bucket PLACE        a name, s3://name/prefix, or managed, the service's own
  --prefix PREFIX       below it
  --hd                  twice the density, where the imagery allows it
  --clip                cut to the area instead of whole cells
  --grid source|cell    the image's own pixels, or the cell's, so that dates stack
  --products NAMES      these alone of ${products.join(',')}
  --notify WHO          an e-mail address or the address of a webhook; may be repeated
  --metadata JSON       kept with the order
  --request FILE|-      a whole body of POST /order; flags go before its members

  --dry-run             check everything and tell area and cost, order nothing
  --idempotency-key KEY the same key and request are the same order; without it each run has one of its own
  --wait                until the order has ended
${progressHelp}
${serverHelp}

Ends with 4 when the order is refused, with --wait also with 6 when it does not end in success.

Examples:
  swath order create 1234567890123456789 --wait
  swath select --bbox 9.73,50.957,9.75,50.97 | swath order create - --clip --bucket s3://deliveries/town
  swath order create --acquisitions 101C86302C2DC600 --dry-run`,
  run: async (args, terminal) => {
    const { values, positionals } = readArguments(args, { flags, positionals: ['[SELECT]'] });
    refuseTogether(values, 'dry-run', 'wait');
    const named = positionals[0];
    const isNamed = named !== undefined || values.acquisitions !== undefined || values.request !== undefined;
    if (!isNamed) throw new UsageError('SELECT, --acquisitions or --request must say what to order');
    return withServer(terminal, values.server, async (client, signal) => {
      const { orders } = client;
      const request = await readOrder(values, named, client, terminal);
      if (values['dry-run']) {
        const tried = await orders.dryRun(request, { signal });
        printRecord(terminal, tried, dryFacts(tried), values.json);
        return exitCodes.done;
      }
      const idempotencyKey = values['idempotency-key'];
      const placed = await orders.place(request, {
        signal,
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      });
      if (!values.wait) {
        printOrders(terminal, [placed], values.json);
        return exitCodes.done;
      }
      terminal.err(`order ${placed.id} is placed${placed.progress.paused ? pausedText : ''}`);
      const tell = createTeller(terminal, values.progress);
      const onProgress = (state: OrderState) => tell(() => orderProgressText(state));
      const ended = await orders.wait(placed.id, { signal, onProgress });
      printOrders(terminal, [ended], values.json);
      return endOf([ended]);
    });
  },
};

const dryFacts = ({ tiles, acquisitions, usage, status_message: message }: DryRun) => ({
  'dry run': message,
  tiles: String(tiles),
  acquisitions: String(acquisitions.length),
  area: areaText(usage.area.total_imagery_sqkm),
  cost: costText(usage.cost.total_imagery_cost),
});
