// Runs the built service (dist/, no sources), or the program that is named, far enough to see that it has every file it needs.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const port = 18_000 + (process.pid % 10_000);
const folder = mkdtempSync(join(tmpdir(), 'swath-built-'));
const program = process.argv[2] ?? 'server/dist/main.js';
const entry = fileURLToPath(new URL(`../${program}`, import.meta.url));
const env = {
  ...process.env,
  PORT: String(port),
  SWATH_DATA: folder,
  SWATH_HOST: '127.0.0.1',
  SWATH_LOG_LEVEL: 'warn',
  SWATH_DEMO: '0',
};
const child = spawn(process.execPath, [entry, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
const exited = new Promise((resolve) => child.once('exit', resolve));

const isOk = (path, headers = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers }).then(
    (answer) => answer.ok,
    () => false,
  );
let isReady = false;
for (let tries = 0; tries < 600 && !isReady; tries++) {
  await new Promise((resolve) => setTimeout(resolve, 100));
  isReady = await isOk('/readyz');
}
const hasPage = isReady && (await isOk('/', { accept: 'text/html' }));
child.kill('SIGTERM');
const code = await exited;
rmSync(folder, { recursive: true, force: true });
console.log(`${program}: ready ${isReady}, page ${hasPage}, exit ${code}`);
process.exitCode = isReady && hasPage && code === 0 ? 0 : 1;
