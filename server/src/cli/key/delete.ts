import { operator } from '../../accounts/audit.ts';
import { deleteKeys } from '../../api-keys/manage-keys.ts';
import { type Command, exitCodes } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { withInstallation } from '../installation.ts';
import { printJson, printTable } from '../print.ts';
import { readArguments } from '../read-arguments.ts';

export const deleteApiKeys: Command = {
  summary: 'Delete API keys of an account',
  help: `swath key delete --account EMAIL|ID ID... [--json]

The keys stop working at once, also on a running service. Ids that are not keys of the account are named
and make the exit code 3; the others are deleted all the same.

  --json   one JSON document: deleted and not_found, two arrays of ids

Examples:
  swath key delete --account ann@example.com 3f0c8f0e-6f0f-4a39-9d3b-0f3f1b7f8a11
  swath key list --account ann@example.com --json | jq -r '.[].id' | xargs swath key delete --account ann@example.com`,
  run: async (args, terminal) => {
    const flags = { account: { type: 'string' }, json: { type: 'boolean' } } as const;
    const { values, positionals: ids } = readArguments(args, { flags, required: ['account'], positionals: ['ID...'] });
    const deleted = await withInstallation(terminal, async (service) => {
      const { account } = await findAccount(service, values.account!);
      return deleteKeys(service, account.id, operator, ids);
    });
    const missing = [...new Set(ids)].filter((id) => !deleted.includes(id));
    if (values.json) printJson(terminal, { deleted, not_found: missing });
    else
      printTable(
        terminal,
        deleted.map((id) => ({ deleted: id })),
      );
    for (const id of missing) terminal.err(`swath key delete: the account has no key '${id}'`);
    return missing.length === 0 ? exitCodes.done : exitCodes.notFound;
  },
};
