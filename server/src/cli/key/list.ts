import { auditEntry, operator } from '../../accounts/audit.ts';
import { type ListedKey, listKeys } from '../../api-keys/manage-keys.ts';
import { isLive } from '../../api-keys/verify-key.ts';
import { listedKeyRecord } from '../../http/wire/accounts/api-key-record.ts';
import { toInstant } from '../../shared/dates.ts';
import { type Command, exitCodes } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { withInstallation } from '../installation.ts';
import { counted, printJson, printTable } from '../print.ts';
import { readArguments } from '../read-arguments.ts';

const flags = { account: { type: 'string' }, 'show-values': { type: 'boolean' }, json: { type: 'boolean' } } as const;

export const listApiKeys: Command = {
  summary: `List an account's API keys, newest first`,
  help: `swath key list --account EMAIL|ID [--show-values] [--json]

Values are left out unless asked for: they are their owner's. Asking is written to the audit.

  --show-values   with the keys' values
  --json          one JSON document: an array of the records of the API, each with its state (live, expired, ended)

Examples:
  swath key list --account ann@example.com
  swath key list --account ann@example.com --json | jq -r '.[] | select(.state == "expired") | .id'`,
  run: async (args, terminal) => {
    const { values } = readArguments(args, { flags, required: ['account'] });
    const { keys, nowMs } = await withInstallation(terminal, async (service) => {
      const { id } = (await findAccount(service, values.account!)).account;
      const nowMs = service.clock.nowMs();
      if (values['show-values']) await service.audit.append(auditEntry(operator, nowMs, 'api-key.show-values', id));
      return { keys: await listKeys(service, id), nowMs };
    });
    const withValues = values['show-values'] === true;
    if (values.json)
      printJson(
        terminal,
        keys.map((key) => record(key, nowMs, withValues)),
      );
    else
      printTable(
        terminal,
        keys.map((key) => row(key, nowMs, withValues)),
      );
    if (!values.json) terminal.err(counted(keys.length, 'key'));
    return exitCodes.done;
  },
};

function stateOf(key: ListedKey, nowMs: number): 'live' | 'expired' | 'ended' {
  if (isLive(key, nowMs)) return 'live';
  return key.endedAtMs === null ? 'expired' : 'ended';
}

function record(key: ListedKey, nowMs: number, withValue: boolean) {
  const { api_key: value, ...rest } = listedKeyRecord(key);
  return { ...rest, state: stateOf(key, nowMs), ...(withValue ? { api_key: value } : {}) };
}

const row = (key: ListedKey, nowMs: number, withValue: boolean): Record<string, string> => ({
  id: key.id,
  name: key.name ?? '',
  state: stateOf(key, nowMs),
  created: toInstant(key.createdAtMs),
  expires: toInstant(key.expiresAtMs),
  'last used': key.lastUsed === null ? 'never' : toInstant(key.lastUsed.atMs),
  ...(withValue ? { 'api key': key.text ?? '(cannot be opened)' } : {}),
});
