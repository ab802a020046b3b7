import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';

export type PostgresServer = { readonly url: string; stop(): Promise<void> };

function findBinaries(): string {
  const packaged = '/usr/lib/postgresql';
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(packaged, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
  if (found === undefined)
    throw new Error('no PostgreSQL: install the server with PostGIS, or set SWATH_BENCH_PEER_URL');
  return found;
}

const postgresId = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));

/** A server of our own, with the settings it comes with but for those named, on a data folder that is kept from run to run. */
export async function startPostgres(folder: string, own: readonly string[] = []): Promise<PostgresServer> {
  const binaries = findBinaries();
  mkdirSync(folder, { recursive: true });
  // It refuses to run as root, so root lends it to the user that its package made.
  const owner = process.getuid?.() === 0 ? { uid: postgresId('-u'), gid: postgresId('-g') } : {};
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
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
  if (await isReady(url, () => server.exitCode !== null)) return { url, stop };
  await stop();
  throw new Error('the PostgreSQL of the peer did not start');
}

async function isReady(url: string, isOver: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 600 && !isOver(); tries++) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      await setTimeout(100);
    }
  }
  return false;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
