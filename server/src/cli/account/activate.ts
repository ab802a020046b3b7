import { operator } from '../../accounts/audit.ts';
import { changeAccount } from '../../accounts/manage-accounts.ts';
import { memberRecord } from '../../http/wire/accounts/account-record.ts';
import { type Command, exitCodes } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { withInstallation } from '../installation.ts';
import { printFacts, printJson } from '../print.ts';
import { readArguments } from '../read-arguments.ts';
import { accountFacts } from './facts.ts';

export const activateAccount: Command = {
  summary: 'Let a deactivated account sign in again',
  help: `swath account activate EMAIL|ID [--json]

The password works again; sessions and keys that the deactivation ended stay ended.

  --json   one JSON document: the account's record

Examples:
  swath account activate ann@example.com`,
  run: async (args, terminal) => {
    const flags = { json: { type: 'boolean' } } as const;
    const { values, positionals } = readArguments(args, { flags, positionals: ['EMAIL|ID'] });
    const member = await withInstallation(terminal, async (service) => {
      const { account } = await findAccount(service, positionals[0]!);
      return changeAccount(service, operator, account.id, { isActive: true });
    });
    if (values.json) printJson(terminal, memberRecord(member));
    else printFacts(terminal, accountFacts(member));
    terminal.err(`activated ${member.account.email}: it needs new keys, the old ones stay ended`);
    return exitCodes.done;
  },
};
