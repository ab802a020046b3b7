import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const webFolder = fileURLToPath(new URL('../../../web', import.meta.url));
const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');

/** Builds the web application as it is shipped, into a folder of its own; the caller removes it. */
export async function buildWeb(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'swath-web-'));
  // A process of its own, because the tests' NODE_ENV would make a development build.
  const env = { ...process.env, NODE_ENV: 'production' };
  const options = ['build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error'];
  await promisify(execFile)(process.execPath, [vite, ...options], { cwd: webFolder, env });
  return outDir;
}
