import { roles } from '../../accounts/account.ts';
import { operator } from '../../accounts/audit.ts';
import { type CreatedAccount, createAccount } from '../../accounts/manage-accounts.ts';
import { memberRecord } from '../../http/wire/accounts/account-record.ts';
import { type Command, exitCodes } from '../command.ts';
import { withInstallation } from '../installation.ts';
import { asPermissions, grantable } from '../permission-flags.ts';
import { printFacts, printJson } from '../print.ts';
import { asChoice, readArguments, refuseTogether } from '../read-arguments.ts';
import { accountFacts } from './facts.ts';

const flags = {
  name: { type: 'string' },
  role: { type: 'string' },
  permission: { type: 'string', multiple: true },
  organization: { type: 'string' },
  'organization-id': { type: 'string' },
  invite: { type: 'boolean' },
  'password-stdin': { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

export const addAccount: Command = {
  summary: 'Make an account',
  help: `swath account add EMAIL [flags]

Makes an account. Without --password-stdin and --invite a one-time password is made and printed.

  --name NAME            what the person is called; the address when not given
  --role ROLE            ${roles.join(' or ')} (member when not given)
  --permission NAME      may be repeated: ${grantable.join(', ')}
  --organization NAME    name of the organization that is made for it
  --organization-id ID   join this organization instead
  --password-stdin       read the password from standard input (asked for on a terminal)
  --invite               no password: a mail with a link is queued, and the link is printed.
                         The running service sends it; links are built from SWATH_PUBLIC_URL
  --json                 one JSON document: the record of /admin/accounts, with one_time_password or invitation_url

Examples:
  swath account add ann@example.com --name 'Ann Field'
  swath account add ops@example.com --role admin --password-stdin < password.txt
  swath account add bot@example.com --permission search --permission stream --json | jq -r .one_time_password`,
  run: async (args, terminal) => {
    const { values, positionals } = readArguments(args, { flags, positionals: ['EMAIL'] });
    refuseTogether(values, 'invite', 'password-stdin');
    refuseTogether(values, 'organization', 'organization-id');
    const request = {
      email: positionals[0]!,
      name: values.name,
      role: values.role === undefined ? undefined : asChoice('--role', values.role, roles),
      permissions: asPermissions(values.permission),
      organizationId: values['organization-id'],
      organizationName: values.organization,
      invite: values.invite,
      password: values['password-stdin'] ? await terminal.readSecret('Password of the new account') : undefined,
    };
    const create = { mayMake: true };
    const made = await withInstallation(terminal, (service) => createAccount(service, operator, request), create);
    if (values.json) printJson(terminal, createdRecord(made));
    else
      printFacts(terminal, {
        ...accountFacts(made),
        'one-time password': made.oneTimePassword,
        'invitation url': made.invitationUrl,
      });
    if (made.oneTimePassword) terminal.err('the one-time password is shown this once: hand it over now');
    if (made.invitationUrl) terminal.err('the mail is queued: the running service sends it');
    return exitCodes.done;
  },
};

const createdRecord = (made: CreatedAccount) => ({
  ...memberRecord(made),
  ...(made.oneTimePassword ? { one_time_password: made.oneTimePassword } : {}),
  ...(made.invitationUrl ? { invitation_url: made.invitationUrl } : {}),
});
