import { hostname } from 'node:os';
import { type Command, CommandFailure, type Terminal, UsageError, exitCodes } from '../command.ts';
import { printFacts, printJson, printTable } from '../print.ts';
import { readArguments } from '../read-arguments.ts';
import { type KnownServer, readServers, serversFile, writeServers } from './servers/servers-file.ts';
import { loadClient } from './load-client.ts';
import { addressOf, untilStopped, withClient } from './with-server.ts';

const flags = {
  user: { type: 'string' },
  name: { type: 'string' },
  vendor: { type: 'string' },
  list: { type: 'boolean' },
  use: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

export const login: Command = {
  summary: 'Sign in to a server',
  help: `swath login URL [flags]
swath login NAME --use
swath login --list

Signs in to a server and remembers it: commands then talk to it until another one is chosen. Asks for an API key, or
with --user for a password, by which it makes an API key for this machine; the password is not kept. Both may also
come from standard input. The key is kept in swath/servers.json in the folder for settings (XDG_CONFIG_HOME, else
~/.config), for this user alone.

SWATH_URL and SWATH_API_KEY, where they are set, go before what is remembered; SWATH_SERVER names one that is.
SWATH_VENDOR is the word in the header of a server that SWATH_URL names.

  --user EMAIL          sign in with a password
  --name NAME           what to call the server; its host when not given
  --vendor WORD         the word in its header {vendor}-api-key, where it is not 'vendor'
  --use                 go back to a server that is remembered
  --list                which servers are
  --json                one JSON document

Examples:
  swath login http://localhost:8080 --user admin@localhost
  swath login https://imagery.example.com --name work < key.txt
  swath login work --use`,
  run: async (args, terminal) => {
    const { values, positionals } = readArguments(args, { flags, positionals: ['[URL]'] });
    if (values.list) return list(terminal, values.json === true);
    const place = positionals[0];
    if (place === undefined) throw new UsageError('URL is missing');
    if (values.use) return use(terminal, place);
    const { host } = addressOf(place);
    const { name = host, user, vendor } = values;
    const known = readServers(terminal.env);
    const before = Object.hasOwn(known.servers, name) ? known.servers[name] : undefined;
    const keep = (server: KnownServer): void =>
      writeServers(terminal.env, { current: name, servers: { ...known.servers, [name]: server } });
    const server =
      user === undefined
        ? await byKey(place, vendor, await terminal.readSecret(`API key for ${host}`))
        : await byPassword(
            place,
            { username: user, password: await terminal.readSecret(`Password of ${user}`) },
            before,
            keep,
          );
    if (user === undefined) keep(server);
    const facts = { server: name, url: server.url, user: server.user, 'key expires': server.expires };
    if (values.json) printJson(terminal, { ...shown(name, server), current: true });
    else printFacts(terminal, facts);
    terminal.err(`signed in; the key is in ${serversFile(terminal.env)}`);
    return exitCodes.done;
  },
};

const byKey = (url: string, vendor: string | undefined, apiKey: string): Promise<KnownServer> =>
  withClient({ url, apiKey, ...(vendor === undefined ? {} : { vendor }) }, async (client, signal) => {
    const { email, credential } = await client.self({ signal }).catch((error: unknown) => {
      throw isRefusal(error) ? new CommandFailure(`${url} does not take this key`, exitCodes.notSignedIn) : error;
    });
    return {
      url: client.url,
      apiKey,
      user: email,
      expires: credential.expires,
      ...(vendor === undefined ? {} : { vendor }),
    };
  });

/** By its members: the client is loaded when it is needed, and not to look at its classes. */
const isRefusal = (error: unknown): boolean => error instanceof Error && 'status' in error && error.status === 401;

/** The key that the last sign-in made goes once the new one is kept, so that one machine has one. */
async function byPassword(
  url: string,
  login: { readonly username: string; readonly password: string },
  before: KnownServer | undefined,
  keep: (server: KnownServer) => void,
): Promise<KnownServer> {
  const { createClient } = await loadClient();
  const client = createClient({ url: addressOf(url), ...login });
  return untilStopped(async (signal) => {
    const { email } = await client.self({ signal });
    const made = await client.keys.create({ name: `swath on ${hostname()}` }, { signal });
    const { url: address, vendor } = client;
    const key = { apiKey: made.api_key, keyId: made.id, expires: made.expiration_date };
    const server = { url: address, vendor, user: email, ...key };
    try {
      keep(server);
    } catch (error) {
      // Nobody knows its value any more.
      await client.keys.delete(made.id, { signal });
      throw error;
    }
    if (before?.keyId !== undefined && before.url === address && before.user === email)
      await client.keys.deleteMany([before.keyId], { signal });
    await client.signOut({ signal });
    return server;
  });
}

function use(terminal: Terminal, name: string): number {
  const known = readServers(terminal.env);
  if (!Object.hasOwn(known.servers, name)) throw new UsageError(`there is no server '${name}': --list shows all`);
  writeServers(terminal.env, { ...known, current: name });
  terminal.err(`commands now talk to ${known.servers[name]!.url}`);
  return exitCodes.done;
}

function list(terminal: Terminal, isJson: boolean): number {
  const { current, servers } = readServers(terminal.env);
  const all = Object.entries(servers).map(([name, server]) => ({ ...shown(name, server), current: name === current }));
  if (isJson) printJson(terminal, all);
  else
    printTable(
      terminal,
      all.map((each) => ({
        ...each,
        user: each.user ?? '',
        expires: each.expires ?? '',
        current: each.current ? 'yes' : '',
      })),
    );
  return exitCodes.done;
}

/** Without its key. */
const shown = (name: string, { url, user, expires }: KnownServer) => ({
  name,
  url,
  user: user ?? null,
  expires: expires ?? null,
});
