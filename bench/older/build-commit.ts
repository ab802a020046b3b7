import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { compileServer, layOutServer, root } from '../../tests/support/build-server.ts';

/** The server of an earlier commit, compiled; it runs with the packages of this one. */
export function buildCommit(commit: string, folder: string): string {
  const sources = join(folder, 'sources');
  mkdirSync(sources, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', sources], { input: archive });
  for (const name of ['node_modules', 'server/node_modules'])
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(sources, name));
  const outDir = layOutServer(folder);
  compileServer(sources, outDir);
  return outDir;
}
