import { existsSync } from 'node:fs';
import type { Client } from '@swath/client';
import { type Command, exitCodes } from '../../command.ts';
import { harmless } from '../../print.ts';
import { readArguments } from '../../read-arguments.ts';
import { loadClient } from '../load-client.ts';
import { printEach } from '../print-records.ts';
import { serverFlags, serverHelp, withServer } from '../with-server.ts';
import { bytesOf, createNodeHasher } from './fetch-file.ts';
import { localPath } from './local-path.ts';
import { namedOrders, orderHelp } from './named-orders.ts';

type Wrong = { readonly key: string; readonly problem: string };
type Verified = {
  readonly id: string;
  readonly folder: string;
  readonly right: number;
  readonly wrong: readonly Wrong[];
};

export const verifyOrder: Command = {
  summary: 'Check fetched files against what was delivered',
  help: `swath order verify ORDER [flags]

Reads the files of an order in a folder and compares sizes and checksums with what the service delivered. The
documents of the order have no checksum: they must be there.

${orderHelp}
  --in FOLDER           where the files are; a folder of the order's id when not given. For a bucket of yours, its root
${serverHelp}

Ends with 7 when a file is missing or is not the one that was delivered; each is told on standard error.

Examples:
  swath order verify latest --in imagery`,
  run: async (args, terminal) => {
    const flags = { in: { type: 'string' }, ...serverFlags } as const;
    const { values, positionals } = readArguments(args, { flags, positionals: ['ORDER'] });
    return withServer(terminal, values.server, async (client, signal) => {
      const verified: Verified[] = [];
      for (const id of await namedOrders(positionals, client, terminal, signal))
        verified.push(await verifyIn(values.in ?? id, id, client, signal));
      for (const { key, problem } of verified.flatMap(({ wrong }) => wrong))
        terminal.err(harmless(`${key} ${problem}`));
      printEach(terminal, verified, factsOf, values.json);
      return verified.every(({ wrong }) => wrong.length === 0) ? exitCodes.done : exitCodes.wrongFile;
    });
  },
};

async function verifyIn(folder: string, id: string, { orders }: Client, signal: AbortSignal): Promise<Verified> {
  const { findWrong } = await loadClient();
  const wrong: Wrong[] = [];
  let right = 0;
  for await (const file of orders.everyFile(id, { signal })) {
    signal.throwIfAborted();
    const path = localPath(folder, id, file.key);
    const problem = existsSync(path) ? await findWrong(file, bytesOf(path), createNodeHasher()) : 'is missing';
    if (problem === null) right += 1;
    else wrong.push({ key: file.key, problem });
  }
  return { id, folder, right, wrong };
}

const factsOf = ({ id, folder, right, wrong }: Verified) => ({
  order: id,
  folder,
  right: String(right),
  wrong: String(wrong.length),
});
