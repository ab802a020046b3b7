import { operator } from '../../accounts/audit.ts';
import { changeAccount } from '../../accounts/manage-accounts.ts';
import { memberRecord } from '../../http/wire/accounts/account-record.ts';
import { type Command, exitCodes } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { withInstallation } from '../installation.ts';
import { counted, printFacts, printJson } from '../print.ts';
import { readArguments } from '../read-arguments.ts';

export const deactivateAccount: Command = {
  summary: 'End an account: its sessions and keys stop at once and for good',
  help: `swath account deactivate EMAIL|ID [--json]

Acts at once, also on a running service, and asks nothing. Activating it again revives neither sessions nor keys.
The last active administrator is refused (exit code 4).

  --json   one JSON document: the account's record with ended: {keys, sessions}

Examples:
  swath account deactivate ann@example.com
  swath account deactivate ann@example.com --json | jq .ended`,
  run: async (args, terminal) => {
    const flags = { json: { type: 'boolean' } } as const;
    const { values, positionals } = readArguments(args, { flags, positionals: ['EMAIL|ID'] });
    const { ended = { keys: 0, sessions: 0 }, ...member } = await withInstallation(terminal, async (service) => {
      const { account } = await findAccount(service, positionals[0]!);
      return changeAccount(service, operator, account.id, { isActive: false });
    });
    const { id, email } = member.account;
    if (values.json) printJson(terminal, { ...memberRecord(member), ended });
    else
      printFacts(terminal, {
        id,
        email,
        active: 'no',
        'sessions ended': `${ended.sessions}`,
        'keys ended': `${ended.keys}`,
      });
    terminal.err(`deactivated ${email}: ended ${counted(ended.sessions, 'session')} and ${counted(ended.keys, 'key')}`);
    return exitCodes.done;
  },
};
