import { operator } from '../../accounts/audit.ts';
import { createKey } from '../../api-keys/manage-keys.ts';
import { createdKeyRecord } from '../../http/wire/accounts/api-key-record.ts';
import { toInstant } from '../../shared/dates.ts';
import { PlatformError } from '../../shared/errors.ts';
import { type Command, exitCodes } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { withInstallation } from '../installation.ts';
import { asPermissions, grantable } from '../permission-flags.ts';
import { printFacts, printJson } from '../print.ts';
import { readArguments } from '../read-arguments.ts';

const flags = {
  account: { type: 'string' },
  name: { type: 'string' },
  description: { type: 'string' },
  expires: { type: 'string' },
  permission: { type: 'string', multiple: true },
  project: { type: 'string' },
  json: { type: 'boolean' },
} as const;

export const createApiKey: Command = {
  summary: 'Make an API key for an account',
  help: `swath key create --account EMAIL|ID [flags]

Makes a key that works at once, also on a running service, and prints its value.

  --name NAME           --description TEXT
  --expires DATE        ISO 8601, UTC unless it names a zone, at most 180 days from now (the default)
  --permission NAME     may be repeated, of those that the account holds: ${grantable.join(', ')}
  --project ID          a project of the account
  --json                one JSON document: the record of the API, with api_key

Examples:
  swath key create --account ann@example.com --name laptop
  swath key create --account bot@example.com --permission search --expires "$(date -d '+30 days' +%F)" --json`,
  run: async (args, terminal) => {
    const { values } = readArguments(args, { flags, required: ['account'] });
    const request = {
      name: values.name,
      description: values.description,
      expirationDate: values.expires,
      project: values.project,
      permissions: asPermissions(values.permission),
    };
    const key = await withInstallation(terminal, async (service) => {
      const owner = await findAccount(service, values.account!);
      if (!owner.account.isActive) throw new PlatformError('conflict', 'the account is deactivated');
      return createKey(service, owner, operator, request);
    });
    if (values.json) printJson(terminal, createdKeyRecord(key));
    else
      printFacts(terminal, {
        id: key.id,
        'api key': key.text,
        name: key.name ?? undefined,
        description: key.description ?? undefined,
        permissions: key.permissions.join(' '),
        project: key.project ?? undefined,
        expires: toInstant(key.expiresAtMs),
      });
    return exitCodes.done;
  },
};
