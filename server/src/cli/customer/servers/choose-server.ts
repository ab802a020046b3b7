import type { Environment } from '../../../shared/settings.ts';
import { CommandFailure, exitCodes } from '../../command.ts';
import { type KnownServer, type KnownServers, readServers } from './servers-file.ts';

export type ChosenServer = Pick<KnownServer, 'url' | 'vendor'> & { readonly apiKey: string | null };

/** `--server`, else `SWATH_URL`, else `SWATH_SERVER`, else the last sign-in; `SWATH_API_KEY` takes the place of its key. */
export function chooseServer(env: Environment, named: string | undefined): ChosenServer {
  const { SWATH_URL: url, SWATH_API_KEY: apiKey, SWATH_SERVER: usual } = env;
  if (named === undefined && url) return withKey(atAddress(env, url), apiKey);
  const known = readServers(env);
  const name = (named ?? usual) || known.current;
  if (name === null || name === undefined) throw notSignedIn('no server is known');
  const server = Object.hasOwn(known.servers, name) ? known.servers[name]! : serverAt(known, name);
  if (server !== null) return withKey(server, apiKey);
  if (/^https?:/.test(name)) return withKey({ url: name, apiKey: null }, apiKey);
  const names = Object.keys(known.servers).join(', ') || 'none';
  throw new CommandFailure(`there is no server '${name}'; known are: ${names}`, exitCodes.notFound);
}

const withKey = (server: ChosenServer, apiKey: string | undefined): ChosenServer =>
  apiKey ? { ...server, apiKey } : server;

/** A key is sent to the address that it was given for, and to no other. */
const atAddress = (env: Environment, url: string): ChosenServer =>
  (env['SWATH_API_KEY'] ? null : serverAt(readServers(env), url)) ?? {
    url,
    apiKey: null,
    ...(env['SWATH_VENDOR'] ? { vendor: env['SWATH_VENDOR'] } : {}),
  };

const sameAddress = (one: string, other: string): boolean => one.replace(/\/+$/, '') === other.replace(/\/+$/, '');

const serverAt = ({ servers }: KnownServers, url: string): KnownServer | null =>
  Object.values(servers).find((server) => sameAddress(server.url, url)) ?? null;

export const notSignedIn = (why: string): CommandFailure =>
  new CommandFailure(
    `${why}: 'swath login URL' signs in, or SWATH_URL and SWATH_API_KEY name server and key`,
    exitCodes.notSignedIn,
  );
