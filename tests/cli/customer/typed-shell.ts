import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { openBytes } from '../../imagery/support/open-bytes.ts';
import { program } from '../../support/program.ts';
import type { Finished } from '../swath-in-process.ts';
import { spawnSwath } from '../swath-process.ts';

/** A line as somebody types it into a shell; what is asked for comes from standard input. */
export type Shell = (line: string, input?: string) => Promise<Finished>;

/** A home with nothing in it, and `swath` on the path. */
export function shellIn(folder: string): Shell {
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'swath'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(join(folder, 'bin', 'swath'), 0o755);
  const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, HOME: folder };
  return async (line, input = '') => {
    const child = spawn('sh', ['-c', line], { cwd: folder, env, timeout: 120_000 });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const exited = once(child, 'exit') as Promise<[number | null]>;
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
    return { code, stdout, stderr };
  };
}

/** Types what `swath --help` shows, with the address of the service and nothing else changed; looks at what came. */
export async function typeWhatHelpShows(typed: Shell, folder: string, url: string, password: string): Promise<void> {
  const { stdout: help } = await spawnSwath(['--help'], {});
  const lines = help.split('Three commands')[1]!.split('\n\n')[0]!.split('\n').slice(1);
  expect(lines).toHaveLength(3);
  const [login, order, download] = lines.map((line) => line.trim().replace('http://localhost:8080', url));
  expect(await typed(login!, password)).toMatchObject({ code: 0 });
  const ordered = await typed(order!);
  expect(ordered).toMatchObject({ code: 0, stdout: expect.stringContaining('"state":"SUCCEEDED"') as string });
  expect(await typed(download!)).toMatchObject({ code: 0 });
  const files = readdirSync(join(folder, 'imagery'), { recursive: true, encoding: 'utf8' });
  const visual = files.find((name) => name.endsWith('-visual.tif'))!;
  const { info } = await openBytes(readFileSync(join(folder, 'imagery', visual)));
  expect(info.levels[0]!.width).toBeGreaterThan(100);
}
