import type { ListedOrder } from '@swath/client';
import { type Command, exitCodes } from '../../command.ts';
import { counted } from '../../print.ts';
import { readArguments } from '../../read-arguments.ts';
import { asCount, given } from '../flag-values.ts';
import { printRecords } from '../print-records.ts';
import { serverFlags, serverHelp, withServer } from '../with-server.ts';
import { orderRow } from './print-order.ts';

const flags = {
  limit: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  filter: { type: 'string' },
  ...serverFlags,
} as const;

const usualLimit = 20;
const atOnce = 1_000;

export const listOrders: Command = {
  summary: 'List your orders, newest first',
  help: `swath order list [flags]

  --limit COUNT         at most so many (${usualLimit} when not given)
  --since DATE          placed on or after this day
  --until DATE          placed on or before this day
  --filter PATH:TEXT    such as metadata.customer:text
${serverHelp}

Examples:
  swath order list
  swath order list --since 2026-01-01 --limit 500 --json | jq -r '.[] | select(.state == "PARTIAL") | .id'`,
  run: async (args, terminal) => {
    const { values } = readArguments(args, { flags });
    const most = asCount('--limit', values.limit) ?? usualLimit;
    const conditions = given({ start_date: values.since, end_date: values.until, filter: values.filter });
    const found = await withServer(terminal, values.server, async ({ orders }, signal) => {
      const all: ListedOrder[] = [];
      for (let hasMore = true; hasMore && all.length < most;) {
        const limit = Math.min(most - all.length, atOnce);
        const page = await orders.list(
          { ...conditions, limit, ...given({ starting_after: all.at(-1)?.id }) },
          { signal },
        );
        all.push(...page.data);
        hasMore = page.has_more;
      }
      return all;
    });
    printRecords(terminal, found, orderRow, values.json);
    if (terminal.isSeen.err) terminal.err(counted(found.length, 'order'));
    return exitCodes.done;
  },
};
