import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const webFolder = join(root, 'web');
const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
const longestMs = 120_000;

/**
 * The web application as it is shipped, built once for all files and workers of a run; nobody may write there.
 * `SWATH_TEST_WEB` names one that was built before.
 */
export async function buildWeb(): Promise<string> {
  const given = process.env['SWATH_TEST_WEB'];
  if (given) return existing(resolve(root, given));
  const folder = inject('webBuild');
  const [place, ended] = [join(folder, 'dist'), join(folder, 'ended')];
  const isFirst = await mkdir(join(folder, 'begun')).then(
    () => true,
    () => false,
  );
  if (isFirst) await buildInto(place, ended);
  for (const deadline = Date.now() + longestMs; !existsSync(ended) && Date.now() < deadline;) await sleep(50);
  return existing(place);
}

function existing(place: string): string {
  if (!existsSync(join(place, 'index.html'))) throw new Error('the web application was not built');
  return place;
}

async function buildInto(place: string, ended: string): Promise<void> {
  try {
    await build(place);
  } finally {
    await writeFile(ended, '');
  }
}

/** A process of its own, because the tests' NODE_ENV would make a development build. */
async function build(outDir: string): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' };
  const options = ['build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error'];
  await promisify(execFile)(process.execPath, [vite, ...options], { cwd: webFolder, env });
}
