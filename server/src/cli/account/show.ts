import { memberRecord } from '../../http/wire/accounts/account-record.ts';
import { type Command, exitCodes } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { withInstallation } from '../installation.ts';
import { printFacts, printJson } from '../print.ts';
import { readArguments } from '../read-arguments.ts';
import { accountFacts } from './facts.ts';

export const showAccount: Command = {
  summary: 'Show one account with its organization',
  help: `swath account show EMAIL|ID [--json]

  --json   one JSON document: the record of /admin/accounts/{id}

Examples:
  swath account show ann@example.com
  swath account show ann@example.com --json | jq -r .organization_id`,
  run: async (args, terminal) => {
    const flags = { json: { type: 'boolean' } } as const;
    const { values, positionals } = readArguments(args, { flags, positionals: ['EMAIL|ID'] });
    const member = await withInstallation(terminal, (service) => findAccount(service, positionals[0]!));
    if (values.json) printJson(terminal, memberRecord(member));
    else printFacts(terminal, accountFacts(member));
    return exitCodes.done;
  },
};
