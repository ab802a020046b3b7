import { operator } from '../../accounts/audit.ts';
import { resetPassword } from '../../accounts/change-password.ts';
import { sendReset } from '../../accounts/one-time-links.ts';
import { type Command, exitCodes } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { withInstallation } from '../installation.ts';
import { printFacts, printJson } from '../print.ts';
import { readArguments, refuseTogether } from '../read-arguments.ts';

const flags = { 'password-stdin': { type: 'boolean' }, mail: { type: 'boolean' }, json: { type: 'boolean' } } as const;

export const resetAccountPassword: Command = {
  summary: 'Give an account a new password',
  help: `swath account reset-password EMAIL|ID [--password-stdin | --mail] [--json]

Makes a one-time password, prints it and ends the account's sessions; its keys go on working.

  --password-stdin   read the new password from standard input (asked for on a terminal)
  --mail             queue a mail with a link instead; the password stays until the link is used.
                     The running service sends it; links are built from SWATH_PUBLIC_URL
  --json             one JSON document: id, email, and one_time_password or mailed

Examples:
  swath account reset-password ann@example.com
  swath account reset-password ann@example.com --mail
  swath account reset-password ann@example.com --password-stdin < password.txt`,
  run: async (args, terminal) => {
    const { values, positionals } = readArguments(args, { flags, positionals: ['EMAIL|ID'] });
    refuseTogether(values, 'mail', 'password-stdin');
    const given = values['password-stdin'] ? await terminal.readSecret('New password') : undefined;
    const { account, made } = await withInstallation(terminal, async (service) => {
      const member = await findAccount(service, positionals[0]!);
      if (values.mail) await sendReset(service, operator, member);
      const password = values.mail ? undefined : await resetPassword(service, operator, member.account.id, given);
      return { account: member.account, made: given === undefined ? password : undefined };
    });
    const { id, email } = account;
    if (values.json)
      printJson(terminal, {
        id,
        email,
        ...(made ? { one_time_password: made } : {}),
        ...(values.mail ? { mailed: true } : {}),
      });
    else printFacts(terminal, { id, email, 'one-time password': made });
    terminal.err(
      values.mail ? 'the mail is queued: the running service sends it' : `every session of ${email} has ended`,
    );
    if (!account.isActive) terminal.err(`the account is deactivated: 'swath account activate' lets it sign in`);
    return exitCodes.done;
  },
};
