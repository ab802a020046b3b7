import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from '../../../shared/settings.ts';
import { UsageError } from '../../command.ts';

/** A server that one has signed in to. */
export type KnownServer = {
  readonly url: string;
  readonly apiKey: string;
  /** The service's word in `{vendor}-api-key`, where it is not the usual one. */
  readonly vendor?: string;
  readonly user?: string;
  /** Of a key that the sign-in made, so that the next one can take it away. */
  readonly keyId?: string;
  readonly expires?: string;
};

export type KnownServers = {
  readonly current: string | null;
  readonly servers: Readonly<Record<string, KnownServer>>;
};

const none: KnownServers = { current: null, servers: {} };

/** In the folder where this system's programs keep their settings. */
export function serversFile(env: Environment): string {
  const home = env['XDG_CONFIG_HOME'] || (process.platform === 'win32' ? env['APPDATA'] : undefined);
  if (home) return join(home, 'swath', 'servers.json');
  const own = env['HOME'] || env['USERPROFILE'];
  if (!own) throw new UsageError('neither HOME nor XDG_CONFIG_HOME tells where keys may be kept');
  return join(own, '.config', 'swath', 'servers.json');
}

export function readServers(env: Environment): KnownServers {
  const file = serversFile(env);
  const text = textOf(file);
  if (text === null) return none;
  try {
    const { current, servers } = JSON.parse(text) as Partial<KnownServers>;
    return { current: current ?? null, servers: servers ?? {} };
  } catch {
    throw new UsageError(`${file} is not JSON: mend it, or delete it and sign in again`);
  }
}

/** Whole or not at all, and for this user alone. */
export function writeServers(env: Environment, known: KnownServers): void {
  const file = serversFile(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${process.pid}.unfinished`;
  try {
    writeFileSync(unfinished, `${JSON.stringify(known, null, 2)}\n`, { mode: 0o600, flush: true });
    chmodSync(unfinished, 0o600);
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function textOf(file: string): string | null {
  try {
    // It may have been copied here with open rights.
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
