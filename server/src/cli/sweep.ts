import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { removeDeadFolders } from '../adapters/node/own-folder.ts';
import { findOrphans } from '../orders/running/sweep-orphans.ts';
import { sweepExpired } from '../sweep-expired.ts';
import { type Command, exitCodes } from './command.ts';
import { withInstallation } from './installation.ts';
import { printFacts, printJson } from './print.ts';
import { readArguments } from './read-arguments.ts';

const flags = { 'dry-run': { type: 'boolean' }, json: { type: 'boolean' } } as const;

export const sweep: Command = {
  summary: 'Remove what is over, and files that belong to nothing',
  help: `swath sweep [--dry-run] [--json]

Does at once what the service does every ten minutes: selects, orders, audit entries and managed files go when they are
older than SWATH_SELECT_DAYS, SWATH_ORDER_DAYS, SWATH_AUDIT_DAYS and SWATH_MANAGED_DAYS say; so do uploads that broke off
more than a day ago, temporary files of processes that are gone, and files in the managed bucket that no order knows and
that nobody has written to for SWATH_MANAGED_DAYS. May run beside the service, with the settings that the service has:
where one of these is not in the environment, its default counts.

  --dry-run   only say which files belong to nothing
  --json      one JSON document

Examples:
  swath sweep --dry-run
  swath sweep`,
  run: async (args, terminal) => {
    const { values } = readArguments(args, { flags });
    return withInstallation(terminal, async (service) => {
      const { dataFolder } = service.config;
      const report = values['dry-run']
        ? { orphans: await findOrphans(service) }
        : { ...(await sweepExpired(service)), temporary: removeTemporary(dataFolder) };
      if (values.json) printJson(terminal, report);
      else
        printFacts(
          terminal,
          Object.fromEntries(
            Object.entries(report).map(([name, found]) => [
              name,
              typeof found === 'number' ? String(found) : listed(found),
            ]),
          ),
        );
      return exitCodes.done;
    });
  },
};

const listed = (orphans: Awaited<ReturnType<typeof findOrphans>>): string =>
  orphans.map(({ name, byteLength }) => `${name} (${byteLength} bytes)`).join(', ') || 'none';

const removeTemporary = (dataFolder: string): number =>
  ['deliveries', 'exports', 'wfs']
    .map((name) => join(dataFolder, name))
    .reduce((sum, folder) => sum + (existsSync(folder) ? removeDeadFolders(folder) : 0), 0);
