import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Lays a folder out as an installed package of the server, but for `dist`; returns where that belongs. */
export function layOutServer(folder: string): string {
  const own = join(folder, 'server');
  mkdirSync(own);
  for (const name of ['bin', 'package.json']) cpSync(join(root, 'server', name), join(own, name), { recursive: true });
  for (const name of ['node_modules', 'server/node_modules', 'web'])
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(folder, name));
  return join(own, 'dist');
}

/** The server as its package carries it, compiled from the sources without a type check, and bundled (two seconds). */
export function buildServer(folder: string): void {
  const outDir = layOutServer(folder);
  compileServer(root, outDir);
  const tool = join(root, 'server/tools/bundle.ts');
  execFileSync(process.execPath, ['--import', import.meta.resolve('tsx'), tool, outDir]);
}

/** Of a checkout that has its packages. */
export function compileServer(checkout: string, outDir: string): void {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const output = ['--outDir', outDir, '--declaration', 'false', '--sourceMap', 'false'];
  const alone = ['--composite', 'false', '--incremental', 'false', '--tsBuildInfoFile', 'null'];
  execFileSync(process.execPath, [tsc, '-p', join(checkout, 'server'), '--noCheck', ...output, ...alone], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
