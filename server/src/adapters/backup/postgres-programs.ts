import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Where Debian and its kin keep the programs of each version. */
const packaged = '/usr/lib/postgresql';
const mostSaid = 1_000;

type RunOptions = { readonly folders?: readonly string[]; readonly signal?: AbortSignal | undefined };

/** Runs a program of PostgreSQL on a database. Its password goes by the environment: arguments are seen by everybody. */
export async function runOnPostgres(
  program: 'pg_dump' | 'pg_restore',
  url: string,
  args: readonly string[],
  { folders = foldersOfPrograms(), signal }: RunOptions = {},
): Promise<void> {
  signal?.throwIfAborted();
  const path = folders.map((folder) => join(folder, program)).find((each) => existsSync(each));
  if (path === undefined)
    throw new Error(
      `${program} is not installed here: install the client programs of PostgreSQL (Debian: postgresql-client), or leave the database to its own means by '--without database'`,
    );
  const { address, password } = withoutPassword(url);
  const env = { ...process.env, ...(password === null ? {} : { PGPASSWORD: password }), PGAPPNAME: 'swath' };
  // A listing is of a file alone.
  const words = args.includes('--list') ? args : [...args, `--dbname=${address}`];
  const child = spawn(path, words, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<number | string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'nothing'));
  });
  const stop = () => void child.kill();
  signal?.addEventListener('abort', stop, { once: true });
  const said = (await text(child.stderr)).trim();
  const end = await ended.finally(() => signal?.removeEventListener('abort', stop));
  // What came to its end is done, whoever wanted to stop it.
  if (end !== 0) signal?.throwIfAborted();
  if (end !== 0) throw new Error(`${program} ended with ${end}: ${said.slice(-mostSaid)}`);
}

/** Those of the path first; else the latest that is packaged. */
function foldersOfPrograms(): readonly string[] {
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : [];
  return [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(packaged, version, 'bin')),
  ];
}

function withoutPassword(url: string): { readonly address: string; readonly password: string | null } {
  const address = new URL(url);
  const { searchParams: given } = address;
  // Words of our driver that these programs do not know: encrypted, whoever the server is.
  if (given.get('sslmode') === 'no-verify' || /^(?:true|1)$/.test(given.get('ssl') ?? ''))
    given.set('sslmode', 'require');
  given.delete('ssl');
  const password = address.password === '' ? null : decodeURIComponent(address.password);
  address.password = '';
  return { address: address.href, password };
}
