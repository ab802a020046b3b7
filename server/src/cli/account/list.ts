import type { Account } from '../../accounts/account.ts';
import { accountRecord } from '../../http/wire/accounts/account-record.ts';
import type { Service } from '../../service.ts';
import { toInstant } from '../../shared/dates.ts';
import { type Command, exitCodes } from '../command.ts';
import { withInstallation } from '../installation.ts';
import { counted, printJson, printTable } from '../print.ts';
import { readArguments } from '../read-arguments.ts';

export const listAccounts: Command = {
  summary: 'List every account, newest first',
  help: `swath account list [--json]

  --json   one JSON document: an array of the records of /admin/accounts

Examples:
  swath account list
  swath account list --json | jq -r '.[] | select(.active) | .email'`,
  run: async (args, terminal) => {
    const { values } = readArguments(args, { flags: { json: { type: 'boolean' } } });
    const accounts = await withInstallation(terminal, everyAccount);
    if (values.json) printJson(terminal, accounts.map(accountRecord));
    else printTable(terminal, accounts.map(row));
    if (!values.json) terminal.err(counted(accounts.length, 'account'));
    return exitCodes.done;
  },
};

const atOnce = 500;

async function everyAccount({ accounts }: Pick<Service, 'accounts'>): Promise<readonly Account[]> {
  const all: Account[] = [];
  for (let after: string | undefined; ;) {
    const { data, next } = await accounts.list({ limit: atOnce, after });
    all.push(...data);
    if (next === undefined) return all;
    after = next;
  }
}

const row = (account: Account) => ({
  id: account.id,
  email: account.email,
  name: account.name,
  role: account.role,
  active: account.isActive ? 'yes' : 'no',
  created: toInstant(account.createdAtMs),
});
