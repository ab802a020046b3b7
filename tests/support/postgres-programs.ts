import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';

/** The folder with the programs of a server, the newest that is packaged first; null where none is installed. */
export function findPostgres(): string | null {
  const packaged = '/usr/lib/postgresql';
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(packaged, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null;
}

const postgresId = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));

/** The server refuses to run as root, so root lends it to the user that its package made. */
export function postgresOwner(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  return { uid: postgresId('-u'), gid: postgresId('-g') };
}

type Patience = { readonly tries: number; readonly everyMs: number };

/** Whether a server that was just started takes connections in time. */
export async function isPostgresReady(
  url: string,
  isOver: () => boolean,
  { tries, everyMs }: Patience,
): Promise<boolean> {
  for (let tried = 0; tried < tries && !isOver(); tried++) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      await setTimeout(everyMs);
    }
  }
  return false;
}
