import { runCommand } from './cli/run-command.ts';

// Whatever this process writes holds accounts, keys or mails: it is for its own user alone.
const usualUmask = process.umask(0o077);
process.exitCode = await runCommand(process.argv.slice(2), process.env, usualUmask);
