import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { appendFileSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { freePort } from '../support/free-port.ts';
import { findPostgres, isPostgresReady, postgresOwner } from '../support/postgres-programs.ts';
import { saySkipped } from '../support/say-skipped.ts';

/** Where the tests find PostgreSQL, or why there is none; the same of PostGIS within it. */
export type PostgresForTests =
  | { readonly url: string; readonly noPostgis: string | null }
  | { readonly skipReason: string };

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: PostgresForTests;
  }
}

/** A global setup: one throw-away server for the whole test run. */
export default async function providePostgres(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const url = process.env['SWATH_TEST_DATABASE_URL'];
  if (url) {
    project.provide('postgres', { url, noPostgis: await whyNoPostgis(url) });
    return undefined;
  }
  const binaries = findPostgres();
  if (binaries === null) {
    const skipReason = 'no PostgreSQL: set SWATH_TEST_DATABASE_URL or install the server (initdb, postgres)';
    saySkipped('postgres', skipReason);
    project.provide('postgres', { skipReason });
    return undefined;
  }
  const server = await startServer(binaries);
  project.provide('postgres', { url: server.url, noPostgis: await whyNoPostgis(server.url) });
  return server.stop;
}

async function whyNoPostgis(url: string): Promise<string | null> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query("SELECT 1 FROM pg_available_extensions WHERE name = 'postgis'");
  await client.end();
  if (rowCount !== 0) return null;
  const reason = 'no PostGIS: install it beside PostgreSQL (postgresql-15-postgis-3)';
  saySkipped('postgis', reason);
  return reason;
}

/** A server of a test's own, which it may stop and start again; null where none is installed. */
export type OwnPostgres = {
  readonly url: string;
  /** Ends every session and the server with them. */
  halt(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
};

export async function startOwnPostgres(host = '127.0.0.1'): Promise<OwnPostgres | null> {
  const binaries = findPostgres();
  return binaries === null ? null : startServer(binaries, host);
}

async function startServer(binaries: string, host = '127.0.0.1'): Promise<OwnPostgres> {
  const { folder, data, asOwner } = serverFolder();
  const initdb = ['-D', data, '-U', 'swath', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(binaries, 'initdb'), initdb, asOwner);
  if (host !== '127.0.0.1') appendFileSync(join(data, 'pg_hba.conf'), 'host all all 0.0.0.0/0 trust\n');
  return runServer(binaries, folder, host);
}

/** A standby that follows a server by streaming replication, and answers what only reads. */
export async function startStandby(primary: OwnPostgres, settings: readonly string[] = []): Promise<OwnPostgres> {
  const binaries = findPostgres()!;
  const { folder, data, asOwner } = serverFolder();
  const { hostname, port } = new URL(primary.url);
  const source = ['-h', hostname, '-p', port, '-U', 'swath'];
  execFileSync(join(binaries, 'pg_basebackup'), ['-D', data, ...source, '-R', '-c', 'fast', '--no-sync'], asOwner);
  return runServer(binaries, folder, '127.0.0.1', settings);
}

function serverFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'swath-pg-'));
  const owner = postgresOwner();
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  return { folder, data: join(folder, 'data'), asOwner: { ...owner, cwd: folder, stdio: 'ignore' as const } };
}

async function runServer(
  binaries: string,
  folder: string,
  host: string,
  more: readonly string[] = [],
): Promise<OwnPostgres> {
  const port = await freePort();
  const settings = [
    `listen_addresses=${host === '127.0.0.1' ? host : '*'}`,
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'max_connections=200',
    ...more,
  ];
  const args = ['-D', join(folder, 'data'), '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  let server: ChildProcess;
  const url = `postgres://swath@${host}:${port}/postgres`;
  const resume = async () => {
    server = spawn(join(binaries, 'postgres'), args, { ...postgresOwner(), cwd: folder, stdio: 'ignore' });
    await untilReady(`postgres://swath@127.0.0.1:${port}/postgres`, server);
  };
  const halt = () => haltServer(server);
  const stop = async () => {
    await halt();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await resume();
    return { url, halt, resume, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function haltServer(server: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => server.once('exit', resolve));
  // SIGINT is the fast shutdown: it ends open sessions instead of waiting for them.
  if (server.exitCode === null && server.kill('SIGINT')) await exited;
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  if (!(await isPostgresReady(url, () => server.exitCode !== null, { tries: 800, everyMs: 50 })))
    throw new Error('the PostgreSQL of the tests did not start');
}
