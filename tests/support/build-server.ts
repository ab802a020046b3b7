import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** What child processes of the tests run. */
    program: string;
  }
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * A global setup: the server as its package carries it, made anew from the sources without a type check (half a
 * second), because a process or a thread that runs TypeScript takes three times as long to start.
 * `SWATH_TEST_PROGRAM` names another program: `server/bin/swath.mjs` is the sources as they are.
 */
export default function provideProgram(project: TestProject): (() => void) | undefined {
  const given = process.env['SWATH_TEST_PROGRAM'];
  if (given) {
    project.provide('program', join(root, given));
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'swath-built-'));
  buildServer(folder);
  project.provide('program', join(folder, 'server/dist/main.js'));
  return () => rmSync(folder, { recursive: true, force: true });
}

export function buildServer(folder: string): void {
  const own = join(folder, 'server');
  mkdirSync(own);
  for (const name of ['bin', 'package.json']) cpSync(join(root, 'server', name), join(own, name), { recursive: true });
  for (const name of ['node_modules', 'server/node_modules', 'web'])
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(folder, name));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const output = ['--outDir', join(own, 'dist'), '--declaration', 'false', '--sourceMap', 'false'];
  const alone = ['--composite', 'false', '--incremental', 'false', '--tsBuildInfoFile', 'null'];
  execFileSync(process.execPath, [tsc, '-p', join(root, 'server'), '--noCheck', ...output, ...alone], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
