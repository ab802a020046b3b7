import { type Command, CommandFailure, exitCodes } from '../command.ts';
import { readArguments } from '../read-arguments.ts';
import { notSignedIn } from './servers/choose-server.ts';
import { readServers, writeServers } from './servers/servers-file.ts';

export const logout: Command = {
  summary: 'Forget a server and its key',
  help: `swath logout [NAME]

Forgets a server, that of the last sign-in when none is named, and its key. The key itself stays valid: it can be
deleted on the page "API Key" of the server.

Examples:
  swath logout
  swath logout work`,
  run: async (args, terminal) => {
    const { positionals } = readArguments(args, { positionals: ['[NAME]'] });
    const { current, servers } = readServers(terminal.env);
    const name = positionals[0] ?? current;
    if (name === null) throw notSignedIn('no server is known');
    if (!Object.hasOwn(servers, name)) throw new CommandFailure(`there is no server '${name}'`, exitCodes.notFound);
    const { [name]: forgotten, ...rest } = servers;
    writeServers(terminal.env, { current: current === name ? (Object.keys(rest)[0] ?? null) : current, servers: rest });
    terminal.err(`${forgotten!.url} is forgotten; delete its key on the server's page "API Key"`);
    return exitCodes.done;
  },
};
