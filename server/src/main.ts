import { runCommand } from './cli/run-command.ts';

// Whatever this process writes holds accounts, keys or mails: it is for its own user alone.
const usualUmask = process.umask(0o077);
// Its words about versions of Node would stand between the lines of the log, as no line of it.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
process.exitCode = await runCommand(process.argv.slice(2), process.env, usualUmask);
