import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../tests/support/free-port.ts';
import { findPostgres, isPostgresReady, postgresOwner } from '../../../tests/support/postgres-programs.ts';

export type PostgresServer = { readonly url: string; stop(): Promise<void> };

/** A server of our own, with the settings it comes with but for those named, on a data folder that is kept from run to run. */
export async function startPostgres(folder: string, own: readonly string[] = []): Promise<PostgresServer> {
  const binaries = findPostgres();
  if (binaries === null) throw new Error('no PostgreSQL: install the server with PostGIS, or set SWATH_BENCH_PEER_URL');
  mkdirSync(folder, { recursive: true });
  const owner = postgresOwner();
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const asOwner = { ...owner, cwd: folder, stdio: 'ignore' as const };
  const data = join(folder, 'data');
  const initdb = ['-D', data, '-U', 'swath', '-A', 'trust', '-E', 'UTF8', '--locale=C'];
  if (!existsSync(data)) execFileSync(join(binaries, 'initdb'), initdb, asOwner);
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...own];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn(join(binaries, 'postgres'), args, asOwner);
  const exited = new Promise((resolve) => server.once('exit', resolve));
  const url = `postgres://swath@127.0.0.1:${port}/postgres`;
  const stop = async () => {
    // The fast shutdown: it ends open sessions instead of waiting for them.
    if (server.exitCode === null && server.kill('SIGINT')) await exited;
  };
  if (await isPostgresReady(url, () => server.exitCode !== null, { tries: 600, everyMs: 100 })) return { url, stop };
  await stop();
  throw new Error('the PostgreSQL of the peer did not start');
}
