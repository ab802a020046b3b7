import type { Client, OrderState } from '@swath/client';
import { type Command, CommandFailure, exitCodes } from '../../command.ts';
import { counted } from '../../print.ts';
import { readArguments } from '../../read-arguments.ts';
import { bytesText } from '../figures.ts';
import { loadClient } from '../load-client.ts';
import { printEach } from '../print-records.ts';
import { createTeller, orderProgressText, progressFlag, progressHelp } from '../tell-progress.ts';
import { serverFlags, serverHelp, withServer } from '../with-server.ts';
import { type Fetched, fetchFile } from './fetch-file.ts';
import { inParallel } from './in-parallel.ts';
import { localPath } from './local-path.ts';
import { namedOrders, orderHelp } from './named-orders.ts';
import { endOf } from './print-order.ts';

const flags = {
  to: { type: 'string' },
  only: { type: 'string', multiple: true },
  now: { type: 'boolean' },
  ...progressFlag,
  ...serverFlags,
} as const;

const atOnce = 4;

export const downloadOrder: Command = {
  summary: 'Fetch the files of an order',
  help: `swath order download ORDER [flags]

Waits until the order has ended and fetches its files from the service's own storage. Stopped or broken off, the same
command goes on where it was: what is there is checked and not fetched again, what is unfinished is gone on with. A
file has its name when its checksum is right; until then it is FILE.unfinished.

${orderHelp}
  --to FOLDER           where to; a folder of the order's id when not given
  --only TEXT           files with this in their names alone, such as visual.tif; may be repeated
  --now                 what is there already of an order that runs
${progressHelp}
${serverHelp}

Ends with 4 when the files are in a bucket of yours, 6 when the order did not end in success (what it delivered is
fetched), 7 when a file is not the one that was delivered.

Examples:
  swath order download latest --to imagery
  swath order download 1234567890123456789 --only visual.tif --only manifest.json
  swath order create latest --wait | swath order download - --to imagery`,
  run: async (args, terminal) => {
    const { values, positionals } = readArguments(args, { flags, positionals: ['ORDER'] });
    process.umask(terminal.usualUmask);
    const tell = createTeller(terminal, values.progress);
    return withServer(terminal, values.server, async (client, signal) => {
      const ids = await namedOrders(positionals, client, terminal, signal);
      const states: OrderState[] = [];
      const fetched: FetchedOrder[] = [];
      const owners = new Map<string, string>();
      for (const id of ids) {
        const onProgress = (state: OrderState) => tell(() => orderProgressText(state));
        states.push(
          values.now ? await client.orders.read(id, { signal }) : await client.orders.wait(id, { signal, onProgress }),
        );
        const folder = values.to ?? id;
        const tally = await fetchAll(client, id, { folder, only: values.only ?? [], owners }, signal, tell);
        fetched.push({ id, folder, ...tally });
      }
      printEach(terminal, fetched, factsOf, values.json);
      return endOf(states);
    });
  },
};

type Tally = Record<Fetched, number> & { bytes: number };

type FetchedOrder = Tally & Pick<Wishes, 'folder'> & { readonly id: string };

type Wishes = {
  readonly folder: string;
  readonly only: readonly string[];
  /** Whose a file is by its path: several orders may go into one folder, and have the same tiles. */
  readonly owners: Map<string, string>;
};

async function fetchAll(
  { orders }: Client,
  id: string,
  { folder, only, owners }: Wishes,
  signal: AbortSignal,
  tell: ReturnType<typeof createTeller>,
): Promise<Tally> {
  const { findWrong: isWrong } = await loadClient();
  const tally: Tally = { fetched: 0, resumed: 0, there: 0, bytes: 0 };
  const tookBytes = (bytes: number) => {
    tally.bytes += bytes;
    tell(() => `${tally.fetched + tally.resumed} files, ${bytesText(tally.bytes)}`);
  };
  await inParallel(orders.everyFile(id, { signal }), atOnce, async (file) => {
    if (only.length > 0 && !only.some((part) => file.key.includes(part))) return;
    if (file.link === null) throw new CommandFailure(noLinkText(id, file.key), exitCodes.refused);
    const path = localPath(folder, id, file.key);
    const owner = owners.get(path) ?? id;
    if (owner !== id)
      throw new CommandFailure(`order ${owner} has a file ${path} too: fetch each without --to`, exitCodes.refused);
    owners.set(path, id);
    tally[await fetchFile(file, path, { orders, id, signal, isWrong, tookBytes })] += 1;
  });
  return tally;
}

/** In the service's own storage each order has a folder of its own. */
const noLinkText = (id: string, key: string): string =>
  key.startsWith(`${id}/`)
    ? `${key} is not kept by the service any more`
    : `${key} is in a bucket of yours: fetch it from there`;

const factsOf = ({ id, folder, fetched, resumed, there, bytes }: FetchedOrder) => ({
  order: id,
  folder,
  fetched: `${counted(fetched + resumed, 'file')}, ${bytesText(bytes)}`,
  resumed: resumed === 0 ? undefined : String(resumed),
  'there already': there === 0 ? undefined : String(there),
});
